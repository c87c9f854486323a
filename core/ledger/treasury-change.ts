import { absolute } from '#core/money/bigint.ts';
import { isAboveUsd } from '#core/staff/approval.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { formatAmount } from '#core/money/amount.ts';

/** A change of a wallet's balance as the treasurer sees it before it is posted. Amounts are in minor units. */
export interface TreasuryChange {
  readonly before: bigint;
  readonly after: bigint;
  /** Change in per cent of the balance, two decimals rounded towards zero, with sign; null for an empty wallet. */
  readonly percent: string | null;
  readonly needsSecondPerson: boolean;
}

/** Recent postings that one person made alone in a wallet: their net sum, and the sum of their absolute amounts. Minor units. */
export interface RecentPostings {
  readonly net: bigint;
  readonly gross: bigint;
}
const NO_RECENT_POSTINGS: RecentPostings = { net: 0n, gross: 0n };

/** A change by more than this part of the balance needs a second person (domain 6). */
const LARGE_CHANGE_PERCENT = 50n;
const HUNDREDTHS = 100n;

/**
 * Judges a treasurer's posting (domain 6). `delta`: minor units, positive into the wallet. `usd`: dollars per whole unit; undefined without
 * a price.
 */
export function judgeTreasuryChange(
  before: bigint,
  delta: bigint,
  money: { readonly scale: number; readonly usd: Fraction | undefined; readonly limitUsd: bigint },
  recent: RecentPostings = NO_RECENT_POSTINGS,
): TreasuryChange {
  const base = absolute(before);
  const [balanceBeforeRecent, recentAndDelta] = [absolute(before - recent.net), absolute(recent.net + delta)];
  // Recent postings count too, so that a large change cannot be split. An empty wallet has no percentage, so only the limit counts
  const isLarge =
    (base > 0n && absolute(delta) * 100n > base * LARGE_CHANGE_PERCENT) ||
    (balanceBeforeRecent > 0n && recentAndDelta * 100n > balanceBeforeRecent * LARGE_CHANGE_PERCENT);
  return {
    before,
    after: before + delta,
    percent: base === 0n ? null : formatAmount((delta * 100n * HUNDREDTHS) / base, 2),
    needsSecondPerson: isLarge || isAboveUsd(absolute(delta) + recent.gross, money.scale, money),
  };
}
