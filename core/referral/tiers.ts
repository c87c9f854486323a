import { type Fraction, fraction } from '#core/money/fraction.ts';

/** From so many counted referrals on, so much of what referrals exchange. */
export interface Tier {
  readonly from: number;
  readonly rate: Fraction;
}

const perMille = (tenths: bigint): Fraction => fraction(tenths, 1000n);

const FIRST: Tier = { from: 0, rate: perMille(5n) };
/** Domain 8: "0 -> 0.5 %, 20 -> 0.6 %, 50 -> 0.8 %, 100 -> 0.9 %, 300 -> 1 %". */
export const TIERS: readonly Tier[] = [
  FIRST,
  { from: 20, rate: perMille(6n) },
  { from: 50, rate: perMille(8n) },
  { from: 100, rate: perMille(9n) },
  { from: 300, rate: perMille(10n) },
];

/** Domain 8: "a referral counts once his completed turnover exceeds 5000 RUB or the equivalent"; in hundredths. */
export const COUNTS_ABOVE_KOPECKS = 500_000n;

/** Whether a referral with this turnover counts (R16): strictly beyond. */
export const isCounted = (turnoverKopecks: bigint): boolean => turnoverKopecks > COUNTS_ABOVE_KOPECKS;

/** The tier of a referrer with so many counted referrals (R16). Other terms have their own list. */
export const tierOf = (counted: number, tiers: readonly Tier[] = TIERS): Tier => tiers.findLast(({ from }) => counted >= from) ?? FIRST;

/** The next one; undefined at the last. */
export const nextTier = (counted: number, tiers: readonly Tier[] = TIERS): Tier | undefined => tiers.find(({ from }) => from > counted);
