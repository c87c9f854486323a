import { TIERS } from '#core/referral/tiers.ts';
import type { Instant } from '#core/time.ts';

/** A referrer with at least `from` counted referrals earns `ratePpm` (parts per million) of what they exchange. */
export interface ReferralTier {
  readonly from: number;
  readonly ratePpm: number;
}

/** A customer whose own turnover exceeds `aboveUsd` whole dollars gets `sharePpm` (parts per million) of our revenue from an exchange. */
export interface CashbackStep {
  readonly aboveUsd: number;
  readonly sharePpm: number;
}

/** Terms of the programmes (domain 8). The first tier and the first step apply to everyone. */
export interface Programme {
  readonly tiers: readonly ReferralTier[];
  readonly cashbackSteps: readonly CashbackStep[];
  /** How long an earning waits before it may be withdrawn. A payment can be reversed in this time. */
  readonly holdHours: number;
  readonly isReferralOn: boolean;
  readonly isCashbackOn: boolean;
  /** Whether referrals bound earlier keep the terms in force at that time. */
  readonly keepsOld: boolean;
}

const PPM = 1_000_000n;
const CENTS = 100n;

/** Terms of a new shop (spec 9, domain 8). */
export const DEFAULT_PROGRAMME: Programme = {
  tiers: TIERS.map(({ from, rate }) => ({ from, ratePpm: Number((rate.num * PPM) / rate.den) })),
  cashbackSteps: [
    { aboveUsd: 0, sharePpm: 50_000 },
    { aboveUsd: 1_000, sharePpm: 100_000 },
    { aboveUsd: 10_000, sharePpm: 150_000 },
  ],
  holdHours: 24,
  isReferralOn: true,
  isCashbackOn: true,
  keepsOld: true,
};

/** Terms with the moment they start. The default terms have no version. */
export interface DatedProgramme {
  readonly version: number | null;
  readonly since: Instant;
  readonly programme: Programme;
}

const DEFAULT_DATED: DatedProgramme = { version: null, since: 0, programme: DEFAULT_PROGRAMME };

/** The newest terms in force at a moment. `dated` is ascending by start. */
export const programmeAt = (dated: readonly DatedProgramme[], at: Instant): DatedProgramme =>
  dated.findLast(({ since }) => since <= at) ?? DEFAULT_DATED;

/**
 * The newest terms in force at `at` that apply to a referral bound at `boundAt`. Terms with `keepsOld` apply only to referrals bound after
 * their start.
 */
export const programmeForReferral = (
  dated: readonly DatedProgramme[],
  { boundAt, at }: { boundAt: Instant; at: Instant },
): DatedProgramme => dated.findLast(({ since, programme }) => since <= at && (!programme.keepsOld || since <= boundAt)) ?? DEFAULT_DATED;

/** The rate of a referrer with this number of counted referrals, parts per million (R16). */
export const referralPpm = ({ tiers }: Programme, countedReferrals: number): number =>
  tiers.findLast(({ from }) => countedReferrals >= from)?.ratePpm ?? 0;

/** A customer's share of the revenue, parts per million, by own turnover in cents. The step "above 1 000 USD" begins at 1 000.01 USD. */
export const cashbackPpm = ({ cashbackSteps }: Programme, turnoverCents: bigint): number =>
  (cashbackSteps.findLast(({ aboveUsd }) => turnoverCents > BigInt(aboveUsd) * CENTS) ?? cashbackSteps[0])?.sharePpm ?? 0;

/** What new terms promise beyond the current ones. */
export interface TermsComparison {
  /** The highest raised referral rate and the highest raised cashback share, parts per million. Each is present only if it was raised. */
  readonly raisedPpm: readonly number[];
  /** A programme is switched on, earnings wait a shorter time, or the terms of earlier referrals change. */
  readonly hasOtherLoosening: boolean;
}

/** The highest new rate among the thresholds whose rate rises; empty if none rises. */
function highestRaise(
  thresholds: readonly number[],
  before: (threshold: number) => number,
  after: (threshold: number) => number,
): number[] {
  const raised = thresholds.filter((threshold) => after(threshold) > before(threshold)).map(after);
  return raised.length === 0 ? [] : [Math.max(...raised)];
}

/** Compares two versions of the terms at every threshold of both. Between two thresholds no rate changes. */
export function compareTerms(before: Programme, after: Programme): TermsComparison {
  const tiers = [...before.tiers, ...after.tiers].map(({ from }) => from);
  const steps = [...before.cashbackSteps, ...after.cashbackSteps].map(({ aboveUsd }) => aboveUsd);
  const referral = (terms: Programme) => (counted: number) => referralPpm(terms, counted);
  const cashback = (terms: Programme) => (aboveUsd: number) => cashbackPpm(terms, BigInt(aboveUsd) * CENTS + 1n);
  return {
    raisedPpm: [...highestRaise(tiers, referral(before), referral(after)), ...highestRaise(steps, cashback(before), cashback(after))],
    hasOtherLoosening:
      (after.isReferralOn && !before.isReferralOn) ||
      (after.isCashbackOn && !before.isCashbackOn) ||
      after.holdHours < before.holdHours ||
      after.keepsOld !== before.keepsOld,
  };
}
