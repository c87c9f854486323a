import type { Quote } from '#core/quote.ts';
import type { RefusalCode } from '#core/refusal.ts';
import type { Result } from '#core/result.ts';
import type { Queryable } from '#server/platform/db/db.ts';

export type QuoteRefusal = Extract<
  RefusalCode,
  'not_allowed_amount' | 'amount_below_minimum' | 'amount_above_maximum' | 'has_no_reserves' | 'rate_unavailable' | 'direction_unavailable' | 'slot_unavailable'
>;

export interface QuoteRequest {
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly side: 'income' | 'outcome';
  /** Minor units of that side. */
  readonly amount: bigint;
  /** A slot that the customer chose; its premium and limits apply. */
  readonly slotId?: string | null;
}

/** Makes and recognises quotes. Prices come from memory; slots are read from the database. */
export interface Quotes {
  /** A fresh quote at the newest prices, limits checked; refusals point at `income_amount` or `outcome_amount`. */
  calculate(db: Queryable, request: QuoteRequest): Promise<Result<Quote, QuoteRefusal>>;
  /** The opaque id of a quote: it carries the quote itself, signed; the server holds nothing. */
  idOf(quote: Quote): string;
  /** The quote of an id that we issued, expired or not; undefined for anything else. */
  read(id: string): Quote | undefined;
  /** The same income at the newest prices without the customer's limits (minimum, maximum): for recalculation of money already received. Undefined when there is no rate. */
  recalculate(request: { readonly incomeCode: string; readonly outcomeCode: string; readonly incomeAmount: bigint }): Quote | undefined;
}
