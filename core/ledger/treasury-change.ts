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

/** More than this share of what there was is absurd enough for a second person (domain 6). */
const ABSURD_PERCENT = 50n;
const HUNDREDTHS = 100n;

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Judges a treasurer's posting (domain 6, "Reserves are corrected by proposal"): more than 50 % of what the wallet holds or above
 * the treasury limit needs a second person. A wallet that held nothing has no per cent: there the limit alone counts.
 * `delta` in minor units at `scale`, positive into the wallet; `usd`: dollars for one whole unit, undefined when there is no price.
 */
export function judgeTreasuryChange(
  before: bigint,
  delta: bigint,
  money: { readonly scale: number; readonly usd: Fraction | undefined; readonly limitUsd: bigint },
): TreasuryChange {
  const base = magnitude(before);
  const isAbsurd = base > 0n && magnitude(delta) * 100n > base * ABSURD_PERCENT;
  return {
    before,
    after: before + delta,
    percent: base === 0n ? null : formatAmount((delta * 100n * HUNDREDTHS) / base, 2),
    needsSecondPerson: isAbsurd || isAboveUsd(delta, money.scale, money),
  };
}
