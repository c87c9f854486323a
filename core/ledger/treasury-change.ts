import { isAboveUsd } from '#core/staff/approval.ts';
import type { Fraction } from '#core/money/fraction.ts';
import { formatAmount } from '#core/money/amount.ts';

/** A change of a wallet's balance, shown to the treasurer before it is posted. Minor units. */
export interface TreasuryChange {
  readonly before: bigint;
  readonly after: bigint;
  /** Change in per cent of the balance, two decimals rounded towards zero, with sign; null for an empty wallet. */
  readonly percent: string | null;
  readonly needsSecondPerson: boolean;
}

/** Postings of one person alone in a wallet: net sum, and sum of absolute amounts. Minor units. */
export interface RecentPostings {
  readonly net: bigint;
  readonly gross: bigint;
}
const NO_RECENT_POSTINGS: RecentPostings = { net: 0n, gross: 0n };

/** A change by more than this part of the balance needs a second person (domain 6). */
const LARGE_CHANGE_PERCENT = 50n;
const HUNDREDTHS = 100n;

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/**
 * Judges a treasurer's posting (domain 6). `delta`: minor units, positive into the wallet; `usd`: dollars per whole unit, undefined without
 * a price; `recent`: other postings of this person.
 */
export function judgeTreasuryChange(
  before: bigint,
  delta: bigint,
  money: { readonly scale: number; readonly usd: Fraction | undefined; readonly limitUsd: bigint },
  recent: RecentPostings = NO_RECENT_POSTINGS,
): TreasuryChange {
  const base = magnitude(before);
  const [balanceBeforeRecent, totalDelta] = [magnitude(before - recent.net), magnitude(recent.net + delta)];
  // An empty wallet has no percentage: only the limit counts. Recent postings count too, so that parts cannot evade it
  const isLarge =
    (base > 0n && magnitude(delta) * 100n > base * LARGE_CHANGE_PERCENT) ||
    (balanceBeforeRecent > 0n && totalDelta * 100n > balanceBeforeRecent * LARGE_CHANGE_PERCENT);
  return {
    before,
    after: before + delta,
    percent: base === 0n ? null : formatAmount((delta * 100n * HUNDREDTHS) / base, 2),
    needsSecondPerson: isLarge || isAboveUsd(magnitude(delta) + recent.gross, money.scale, money),
  };
}
