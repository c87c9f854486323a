import { TIERS } from '#core/referral/tiers.ts';
import type { Instant } from '#core/time.ts';

/** Rate from a number of counted referrals on: a part of what referrals exchange, parts per million. */
export interface ReferralTier {
  readonly from: number;
  readonly ratePpm: number;
}

/** Above this own turnover, whole dollars: a customer's share of the revenue of an exchange, parts per million. */
export interface CashbackStep {
  readonly aboveUsd: number;
  readonly sharePpm: number;
}

/** Terms of the programmes (domain 8). The first tier and the first step apply to everyone. */
export interface Programme {
  readonly tiers: readonly ReferralTier[];
  readonly cashbackSteps: readonly CashbackStep[];
  /** How long an earning waits before it may be withdrawn, as a payment can be reversed. */
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

/** Terms with their start; `version` null: the default terms. */
export interface DatedProgramme {
  readonly version: number | null;
  readonly since: Instant;
  readonly programme: Programme;
}

const DEFAULT_DATED: DatedProgramme = { version: null, since: 0, programme: DEFAULT_PROGRAMME };

/** The terms in force at a moment; `dated` ascending. */
export const programmeAt = (dated: readonly DatedProgramme[], at: Instant): DatedProgramme =>
  dated.findLast(({ since }) => since <= at) ?? DEFAULT_DATED;

/**
 * The terms at `at` for a referral bound at `boundAt`: the newest in force, unless they leave earlier referrals on their old terms; then
 * the previous ones, likewise.
 */
export const programmeOf = (dated: readonly DatedProgramme[], { boundAt, at }: { boundAt: Instant; at: Instant }): DatedProgramme =>
  dated.findLast(({ since, programme }) => since <= at && (!programme.keepsOld || since <= boundAt)) ?? DEFAULT_DATED;

/** The rate of a referrer with this number of counted referrals, parts per million (R16). */
export const referralPpm = ({ tiers }: Programme, countedReferrals: number): number =>
  tiers.findLast(({ from }) => countedReferrals >= from)?.ratePpm ?? 0;

/** A customer's share of the revenue, by own turnover in cents: the step "above 1 000 USD" begins one cent beyond it. */
export const cashbackPpm = ({ cashbackSteps }: Programme, turnoverCents: bigint): number =>
  (cashbackSteps.findLast(({ aboveUsd }) => turnoverCents > BigInt(aboveUsd) * CENTS) ?? cashbackSteps[0])?.sharePpm ?? 0;

/** How new terms promise more than the current ones. */
export interface LooserTerms {
  /** The highest raised referral rate and the highest raised cashback share, parts per million. */
  readonly raisedPpm: readonly number[];
  /** A programme is switched on, earnings wait a shorter time, or the terms of earlier referrals change. */
  readonly isLooser: boolean;
}

/** The highest promise of `after` at a threshold where `before` promises less. */
function highestRaise(
  thresholds: readonly number[],
  before: (threshold: number) => number,
  after: (threshold: number) => number,
): number[] {
  const raised = thresholds.filter((threshold) => after(threshold) > before(threshold)).map(after);
  return raised.length === 0 ? [] : [Math.max(...raised)];
}

/** Compares terms at every threshold of both: between two thresholds neither changes. */
export function looserTerms(before: Programme, after: Programme): LooserTerms {
  const tiers = [...before.tiers, ...after.tiers].map(({ from }) => from);
  const steps = [...before.cashbackSteps, ...after.cashbackSteps].map(({ aboveUsd }) => aboveUsd);
  const referral = (terms: Programme) => (counted: number) => referralPpm(terms, counted);
  const cashback = (terms: Programme) => (aboveUsd: number) => cashbackPpm(terms, BigInt(aboveUsd) * CENTS + 1n);
  return {
    raisedPpm: [...highestRaise(tiers, referral(before), referral(after)), ...highestRaise(steps, cashback(before), cashback(after))],
    isLooser:
      (after.isReferralOn && !before.isReferralOn) ||
      (after.isCashbackOn && !before.isCashbackOn) ||
      after.holdHours < before.holdHours ||
      after.keepsOld !== before.keepsOld,
  };
}
