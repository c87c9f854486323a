import { TIERS } from '#core/referral/tiers.ts';
import type { Instant } from '#core/time.ts';

/** From so many counted referrals on, so much of what referrals exchange, in parts per million. */
export interface ReferralTier {
  readonly from: number;
  readonly ratePpm: number;
}

/** Beyond so many whole dollars of his own turnover, a customer's share of what the exchange earns, in parts per million. */
export interface CashbackStep {
  readonly aboveUsd: number;
  readonly sharePpm: number;
}

/** What the programmes promise (domain 8). The first tier and the first step are everybody's. */
export interface Programme {
  readonly tiers: readonly ReferralTier[];
  readonly cashbackSteps: readonly CashbackStep[];
  /** How long what was earned waits before it may be withdrawn: a payment can be taken back. */
  readonly holdHours: number;
  readonly isReferralOn: boolean;
  readonly isCashbackOn: boolean;
  /** Whether referrals that were bound before these terms keep those they came under. */
  readonly keepsOld: boolean;
}

const PPM = 1_000_000n;
const CENTS = 100n;

/** What a shop begins with (spec 9, domain 8). */
export const FIRST_PROGRAMME: Programme = {
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

/** Terms with their date; `version` null is what a shop begins with. */
export interface DatedProgramme {
  readonly version: number | null;
  readonly since: Instant;
  readonly programme: Programme;
}

const FIRST: DatedProgramme = { version: null, since: 0, programme: FIRST_PROGRAMME };

/** The terms in force at a moment; `dated` in order of their dates. */
export const programmeAt = (dated: readonly DatedProgramme[], at: Instant): DatedProgramme =>
  dated.findLast(({ since }) => since <= at) ?? FIRST;

/**
 * The terms of a referral that was bound then, at a moment: the newest in force, unless they leave old referrals theirs and he is one;
 * then those before them, asked the same.
 */
export const programmeOf = (dated: readonly DatedProgramme[], { boundAt, at }: { boundAt: Instant; at: Instant }): DatedProgramme =>
  dated.findLast(({ since, programme }) => since <= at && (!programme.keepsOld || since <= boundAt)) ?? FIRST;

/** What a referrer with so many counted referrals is promised of their exchanges, in parts per million (R16). */
export const referralPpm = ({ tiers }: Programme, counted: number): number => tiers.findLast(({ from }) => counted >= from)?.ratePpm ?? 0;

/** A customer's share of what his exchanges bring, by his turnover in cents: 5 % to 1 000 USD means that one dollar more is beyond it. */
export const cashbackPpm = ({ cashbackSteps }: Programme, turnoverCents: bigint): number =>
  (cashbackSteps.findLast(({ aboveUsd }) => turnoverCents > BigInt(aboveUsd) * CENTS) ?? cashbackSteps[0])?.sharePpm ?? 0;

/** How new terms promise more than those in force. */
export interface LooserTerms {
  /** The highest referral rate and the highest cashback share that are above today's for somebody, in parts per million. */
  readonly raisedPpm: readonly number[];
  /** A programme is switched on, earnings wait a shorter time, or it changes which terms earlier referrals have. */
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

/** Compares promises at every threshold of both terms: between two thresholds neither changes. */
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
