import { isAboveUsd } from '#core/approval.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { formatAmount } from '#core/money/amount.ts';

/** A change of a wallet's balance as the treasurer sees it before he says yes. Minor units. */
export interface TreasuryChange {
  readonly before: bigint;
  readonly after: bigint;
  /** Change in per cent of what there was, two decimals rounded towards zero, with its sign; null where there was nothing. */
  readonly percent: string | null;
  readonly needsSecondPerson: boolean;
}

/** What one person has posted in a wallet by himself: what it adds to, and all of it whatever its sign. Minor units. */
export interface PostedAlone {
  readonly net: bigint;
  readonly gross: bigint;
}
const NOTHING_ALONE: PostedAlone = { net: 0n, gross: 0n };

/** More than this share of what there was is absurd enough for a second person (domain 6). */
const ABSURD_PERCENT = 50n;
const HUNDREDTHS = 100n;

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Judges a treasurer's posting (domain 6, "Reserves are corrected by proposal"): more than 50 % of what the wallet holds or above
 * the treasury limit needs a second person. A wallet that held nothing has no per cent: there the limit alone counts.
 * `delta` in minor units at `scale`, positive into the wallet; `usd`: dollars for one whole unit, undefined when there is no price.
 * `alone`: what the same person has posted by himself lately; it counts as if it were posted now, or the limit were passed in parts.
 */
export function judgeTreasuryChange(
  before: bigint,
  delta: bigint,
  money: { readonly scale: number; readonly usd: Fraction | undefined; readonly limitUsd: bigint },
  alone: PostedAlone = NOTHING_ALONE,
): TreasuryChange {
  const base = magnitude(before);
  const [first, whole] = [magnitude(before - alone.net), magnitude(alone.net + delta)];
  const isAbsurd = (base > 0n && magnitude(delta) * 100n > base * ABSURD_PERCENT) || (first > 0n && whole * 100n > first * ABSURD_PERCENT);
  return {
    before,
    after: before + delta,
    percent: base === 0n ? null : formatAmount((delta * 100n * HUNDREDTHS) / base, 2),
    needsSecondPerson: isAbsurd || isAboveUsd(magnitude(delta) + alone.gross, money.scale, money),
  };
}
