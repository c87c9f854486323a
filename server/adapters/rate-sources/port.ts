import type { Fraction } from '#core/money/fraction.ts';
import type { SourceKind } from '#core/pricing/reading.ts';
import type { Instant } from '#core/time.ts';

/** One source's word on one pair, as it said it: nothing is crossed or judged here. */
export interface SourceQuote {
  /** Market symbols as in `payment_systems.market_symbol` (`BTC`, `RUB`, `USDT`), `USD` included. */
  readonly base: string;
  readonly quote: string;
  /** Units of `quote` for one of `base`. Who knows one number says it twice. */
  readonly bid: Fraction;
  readonly ask: Fraction;
  /** What was traded in a day; null: the source does not tell. */
  readonly volume: Fraction | null;
  readonly at: Instant;
}

/** Where market prices come from. `isDemo` prices are invented and are marked as such wherever they are shown. */
export interface RateSource {
  readonly name: string;
  readonly isDemo: boolean;
  readonly kind: SourceKind;
  /** How often it is asked, how long an answer may take, and how old its word may be before it no longer counts (a daily file: days). */
  readonly everyMs: number;
  readonly deadlineMs: number;
  readonly maxAgeMs: number;
  /**
   * Pairs of symbols that it knows among `symbols`; what it does not know, or says in no readable number, is absent.
   * Undefined: nothing has changed since the answer before. Throws when the source is down or talks nonsense.
   */
  read(symbols: ReadonlySet<string>, now: Instant): Promise<readonly SourceQuote[] | undefined>;
}

/** What a source is made from. */
export interface SourceOptions {
  readonly name: string;
  /** Another address than its own, for a mirror or a stand-in that speaks the same; an owner's list has no other. */
  readonly url: string | undefined;
}
