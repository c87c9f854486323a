import type { RequisiteRules } from './requisite.ts';

/** One requisite, in the thousandths that parts of it are counted in. */
export const WHOLE_REQUISITE = 1_000n;
/** How many orders a requisite told apart by kopecks is counted to carry at once, where its limits allow more. */
const SHARED_PLACES = 20n;

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** The part of a requisite that one open order takes from others, in thousandths: its place, or its part of a daily limit where that is more. */
export function partOf(
  { sharing, dailyAmount, dailyCount }: Pick<RequisiteRules, 'sharing' | 'dailyAmount' | 'dailyCount'>,
  amount: bigint,
): bigint {
  if (sharing === 'single') return WHOLE_REQUISITE;
  const byAmount = dailyAmount === null ? 0n : (amount * WHOLE_REQUISITE) / dailyAmount;
  const byCount = dailyCount === null || dailyCount === 0 ? 0n : WHOLE_REQUISITE / BigInt(dailyCount);
  const part = most(WHOLE_REQUISITE / SHARED_PLACES, most(byAmount, byCount));
  return part > WHOLE_REQUISITE ? WHOLE_REQUISITE : part;
}
