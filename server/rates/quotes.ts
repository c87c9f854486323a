import type { Fraction } from '#core/money/fraction.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import type { Limits } from '#core/pricing/limits.ts';
import type { Suggestion } from '#core/pricing/suggest-amounts.ts';
import type { Quote } from '#core/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import type { Slot } from '#core/slots/slot.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Snapshot } from '#server/market/snapshot.ts';
import type { Measured } from './measured.ts';

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
  /** A slot that the customer chose; its premium and limits apply. */
  readonly slotId?: string | null;
  /** Where the named slot does not serve the amount, or none is named: the ready slot that the amount fits is taken. */
  readonly fitsSlot?: boolean;
}

/** A slot with the amounts it would make for this request, where it serves it. Minor units. */
export interface SlotOffer {
  readonly slot: Slot;
  readonly incomeAmount: bigint | null;
  readonly outcomeAmount: bigint | null;
  /** What an exchange through it is promised in. */
  readonly etaMinutes: number;
  /** How long exchanges through such slots really take; null where too few say. */
  readonly medianMinutes: number | null;
}

/** A quote with everything that is shown around it (domain 3). */
export interface Calculation {
  readonly quote: Quote;
  readonly price: DirectionPrice;
  readonly limits: Limits;
  /** What can be promised now on the outcome side, in minor units. */
  readonly reserve: bigint;
  readonly etaMinutes: number;
  /** How long exchanges like this one really take; null where too few say. */
  readonly medianMinutes: number | null;
  readonly slots: readonly SlotOffer[];
  /** Rounder amounts than the asked one. */
  readonly suggestions: readonly Suggestion[];
}

/** Makes and recognises quotes. Prices come from memory; a chosen slot is read from the database. */
export interface Quotes {
  /** A fresh quote at the newest prices, limits checked; refusals point at `income_amount` or `outcome_amount`. */
  calculate(db: Queryable, request: QuoteRequest): Promise<Result<Quote, QuoteRefusal>>;
  /** The opaque id of a quote: it carries the quote itself, signed; the server holds nothing. */
  idOf(quote: Quote): string;
  /** The quote of an id that we issued, expired or not; undefined for anything else. */
  read(id: string): Quote | undefined;
  /** The same numbers for one more reader, alive from now on; undefined as soon as other prices are in force than those they were made from. */
  renew(id: string): Quote | undefined;
  /** The same as `calculate` with its surroundings; `slots: 'near'` adds the live slots near the amount. */
  calculation(db: Queryable, request: QuoteRequest & { readonly slots: 'near' | 'none' }): Promise<Result<Calculation, QuoteRefusal>>;
  /** The best slot of a pair with both amounts; null when there is none that can be used now. */
  firstSlot(pair: {
    readonly incomeCode: string;
    readonly outcomeCode: string;
  }): Result<Calculation | null, 'direction_unavailable' | 'rate_unavailable'>;
  /** What surrounds a quote now; undefined when there is no rate any more. */
  around(quote: Quote): Calculation | undefined;
  /** The price of an open direction without a slot; refuses at the side that is in the way. */
  priceOf(pair: {
    readonly incomeCode: string;
    readonly outcomeCode: string;
  }): Result<DirectionPrice, 'direction_unavailable' | 'rate_unavailable'>;
  /** Whether an order of this direction can be priced now: open on both sides, within its hours, with market prices. */
  isOpen(pair: { readonly incomeCode: string; readonly outcomeCode: string }): boolean;
  /** The price that these settings would make at the newest prices, open or not; undefined when there is no market price. */
  wouldPrice(sides: {
    readonly direction: Direction;
    readonly income: PaymentSystem;
    readonly outcome: PaymentSystem;
  }): DirectionPrice | undefined;
  /** US dollars for one whole unit of a payment system's currency at the newest prices; undefined when there is no fresh one. */
  usdOf(code: string): Fraction | undefined;
  /** How long exchanges really take, as last measured; another object when it has changed. */
  times(): Measured;
  /** Told when other prices are in force; gives the function that ends it. */
  onPrices(listener: () => void): () => void;
  /** Which set of market prices is in force; undefined when there is none that is fresh. */
  snapshot(): Snapshot | undefined;
  /** Whether the direction is open and the market is still within the guard's band around the quote's own price (decision 0082). */
  isWithinBand(quote: Quote): boolean;
  /** The same income at the newest prices without the customer's limits (minimum, maximum): for recalculation of money already received. Undefined when there is no rate. */
  recalculate(request: { readonly incomeCode: string; readonly outcomeCode: string; readonly incomeAmount: bigint }): Quote | undefined;
}
