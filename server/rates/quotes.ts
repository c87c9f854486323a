import type { Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import type { Limits } from '#core/pricing/limits.ts';
import type { Suggestion } from '#core/pricing/suggest-amounts.ts';
import type { Quote } from '#core/order/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import type { Slot } from '#core/slots/slot.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import type { ExchangeTime, MeasuredTimes } from './payout-time.ts';

export type QuoteRefusal = Extract<
  RefusalCode,
  | 'not_allowed_amount'
  | 'amount_below_minimum'
  | 'amount_above_maximum'
  | 'has_no_reserves'
  | 'rate_unavailable'
  | 'direction_unavailable'
  | 'slot_unavailable'
>;

export interface QuoteRequest {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly side: 'income' | 'outcome';
  /** Minor units of that side. */
  readonly amount: bigint;
  /** Slot chosen by the customer; its premium and limits apply. */
  readonly slotId?: string | null;
  /** Use the best fitting slot when the requested slot does not serve the amount, or none is requested. */
  readonly fitsSlot?: boolean;
}

/** A slot with its amounts for a request, null where it does not serve the request. Minor units. */
export interface SlotOffer extends ExchangeTime {
  readonly slot: Slot;
  readonly incomeAmount: bigint | null;
  readonly outcomeAmount: bigint | null;
}

/** A quote with all related values that are shown (domain 3). */
export interface Calculation extends ExchangeTime {
  readonly quote: Quote;
  readonly price: DirectionPrice;
  readonly limits: Limits;
  /** Available reserve of the outcome side, in minor units. */
  readonly reserve: bigint;
  readonly slots: readonly SlotOffer[];
  /** Rounder amounts near the requested one. */
  readonly suggestions: readonly Suggestion[];
}

/** A direction with the payment systems of its sides. */
export interface DirectionSides {
  readonly direction: Direction;
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
}

/** Creates and reads quotes. Prices come from memory, a requested slot from the database. */
export interface Quotes {
  /** A quote at the newest prices within the limits; refusals name `income_amount` or `outcome_amount`. */
  calculate(db: Queryable, request: QuoteRequest): Promise<Result<Quote, QuoteRefusal>>;
  /** The opaque, signed id that contains the quote; nothing is stored. */
  idOf(quote: Quote): string;
  /** The quote of an id that we issued, expired or not; undefined for anything else. */
  read(id: string): Quote | undefined;
  /** The same quote valid from now; undefined when prices have changed since. */
  renew(id: string): Quote | undefined;
  /** Like `calculate`, with all related values; `slots: 'near'` adds the slots near the amount. */
  calculation(db: Queryable, request: QuoteRequest & { readonly slots: 'near' | 'none' }): Promise<Result<Calculation, QuoteRefusal>>;
  /** The best slot of a pair with both amounts; null when none is available. */
  firstSlot(pair: {
    readonly incomeCode: string;
    readonly outcomeCode: string;
  }): Result<Calculation | null, 'direction_unavailable' | 'rate_unavailable'>;
  /** The calculation of an existing quote at current prices; undefined if there is no rate any more. */
  calculationOf(quote: Quote): Calculation | undefined;
  /** The price of an open direction without a slot; a refusal names the side at fault. */
  priceOf(pair: {
    readonly incomeCode: string;
    readonly outcomeCode: string;
  }): Result<DirectionPrice, 'direction_unavailable' | 'rate_unavailable'>;
  /** Whether a direction can be priced now: both sides open, within its hours, with market prices. */
  isOpen(pair: { readonly incomeCode: string; readonly outcomeCode: string }): boolean;
  /** The price these settings would give at the newest prices, open or not, with a slot's premium; undefined without a market price. */
  previewPrice(sides: DirectionSides, premiumPpm?: number): DirectionPrice | undefined;
  /** US dollars per unit of a payment system's currency at the newest prices; undefined without a fresh price. */
  usdOf(code: string): Fraction | undefined;
  /** Measured durations; a new object when they change. */
  times(): MeasuredTimes;
  /** Called when prices change; returns the unsubscribe function. */
  onPrices(listener: () => void): () => void;
  /** The current market prices; undefined when there are no fresh ones. */
  snapshot(): Snapshot | undefined;
  /** Whether the direction is open and the market price is within the guard's band around the quote's price (decision 0082). */
  isWithinBand(quote: Quote): boolean;
  /**
   * The same income at the newest prices without the customer's limits, to recalculate money already received. Undefined without a rate.
   */
  recalculate(request: { readonly incomeCode: string; readonly outcomeCode: string; readonly incomeAmount: bigint }): Quote | undefined;
}

export interface HasQuotes {
  /** Prices and quotes, from memory. */
  readonly quotes: Quotes;
}
