import { larger, smaller } from '#core/money/bigint.ts';
import type { RequisiteRules } from './requisite.ts';

/** One whole requisite: shares are counted in thousandths. */
export const WHOLE_REQUISITE = 1_000n;
/** How many orders a requisite with unique amounts serves at once, if its limits allow more. */
const SHARED_ORDERS = 20n;

/**
 * The share of a requisite that one open order uses, in thousandths: one of its places, or its part of a daily limit if that is more.
 * `amount`: minor units.
 */
export function requisiteShare(
  { sharing, dailyAmount, dailyCount }: Pick<RequisiteRules, 'sharing' | 'dailyAmount' | 'dailyCount'>,
  amount: bigint,
): bigint {
  if (sharing === 'single') return WHOLE_REQUISITE;
  const byAmount = dailyAmount === null ? 0n : (amount * WHOLE_REQUISITE) / dailyAmount;
  const byCount = dailyCount === null || dailyCount === 0 ? 0n : WHOLE_REQUISITE / BigInt(dailyCount);
  const share = larger(WHOLE_REQUISITE / SHARED_ORDERS, larger(byAmount, byCount));
  return smaller(share, WHOLE_REQUISITE);
}
