import { type Fraction, fraction } from '#core/money/fraction.ts';

/** The rate from a number of counted referrals on, as a part of what referrals exchange. */
export interface Tier {
  readonly from: number;
  readonly rate: Fraction;
}

const perMille = (tenths: bigint): Fraction => fraction(tenths, 1000n);

const FIRST_TIER: Tier = { from: 0, rate: perMille(5n) };
/** Domain 8: "0 -> 0.5 %, 20 -> 0.6 %, 50 -> 0.8 %, 100 -> 0.9 %, 300 -> 1 %". */
export const TIERS: readonly Tier[] = [
  FIRST_TIER,
  { from: 20, rate: perMille(6n) },
  { from: 50, rate: perMille(8n) },
  { from: 100, rate: perMille(9n) },
  { from: 300, rate: perMille(10n) },
];

/** Own completed turnover above which a referral counts (domain 8), kopecks. */
export const COUNTS_ABOVE_KOPECKS = 500_000n;

/** Whether a referral with this turnover counts (R16): strictly above. */
export const isCounted = (turnoverKopecks: bigint): boolean => turnoverKopecks > COUNTS_ABOVE_KOPECKS;

/** The tier of a referrer with this number of counted referrals (R16). */
export const tierOf = (countedReferrals: number, tiers: readonly Tier[] = TIERS): Tier =>
  tiers.findLast(({ from }) => countedReferrals >= from) ?? FIRST_TIER;

/** The next tier; undefined at the last. */
export const nextTier = (countedReferrals: number, tiers: readonly Tier[] = TIERS): Tier | undefined =>
  tiers.find(({ from }) => from > countedReferrals);
