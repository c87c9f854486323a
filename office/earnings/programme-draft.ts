import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import { PROGRAMME_KEY, type ProgrammeDocument } from '#contract/office/shop/referral-programme.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';

/** One step as entered: lower bound and per cent. */
export interface LineDraft {
  readonly id: string;
  readonly from: string;
  readonly percent: string;
}

/** Terms as entered. */
export interface ProgrammeDraft {
  readonly tiers: readonly LineDraft[];
  readonly steps: readonly LineDraft[];
  readonly holdHours: string;
  readonly isReferralOn: boolean;
  readonly isCashbackOn: boolean;
  readonly keepsOld: boolean;
}

/** Per cent with its four decimals are parts per million. */
const PERCENT = { scale: 4, precision: 4 } as const;
const WHOLE = /^\d{1,10}$/;

const lineOf = (from: number, ppm: number): LineDraft => ({
  id: crypto.randomUUID(),
  from: String(from),
  percent: formatAmount(BigInt(ppm), PERCENT.scale),
});

/** An empty step. */
export const newLine = (): LineDraft => ({ id: crypto.randomUUID(), from: '', percent: '' });

/** The current terms as form values. */
export const draftOf = ({ tiers, cashbackSteps, holdHours, ...flags }: ProgrammeDocument): ProgrammeDraft => ({
  tiers: tiers.map(({ from, ratePpm }) => lineOf(from, ratePpm)),
  steps: cashbackSteps.map(({ aboveUsd, sharePpm }) => lineOf(aboveUsd, sharePpm)),
  holdHours: String(holdHours),
  isReferralOn: flags.isReferralOn,
  isCashbackOn: flags.isCashbackOn,
  keepsOld: flags.keepsOld,
});

/** The values of a step; undefined where they are no numbers. */
function readLine({ from, percent }: LineDraft): { from: number; ppm: number } | undefined {
  const parsed = parseAmount(percent, PERCENT);
  return WHOLE.test(from.trim()) && parsed.ok ? { from: Number(from), ppm: Number(parsed.minor) } : undefined;
}

/** The entered terms, or the names of the invalid members. */
export function programmeOf(draft: ProgrammeDraft): { readonly programme: ProgrammeDocument } | { readonly wrong: readonly string[] } {
  const [tiers, steps] = [draft.tiers.map(readLine), draft.steps.map(readLine)];
  const wrong = [
    ...(tiers.includes(undefined) ? ['tiers'] : []),
    ...(steps.includes(undefined) ? ['cashbackSteps'] : []),
    ...(WHOLE.test(draft.holdHours.trim()) ? [] : ['holdHours']),
  ];
  if (wrong.length > 0) return { wrong };
  const { isReferralOn, isCashbackOn, keepsOld } = draft;
  return {
    programme: {
      tiers: tiers.flatMap((line) => (line ? [{ from: line.from, ratePpm: line.ppm }] : [])),
      cashbackSteps: steps.flatMap((line) => (line ? [{ aboveUsd: line.from, sharePpm: line.ppm }] : [])),
      holdHours: Number(draft.holdHours),
      isReferralOn,
      isCashbackOn,
      keepsOld,
    },
  };
}

/** The members that differ, on both sides; undefined: none. */
export function itemOf(now: ProgrammeDocument, next: ProgrammeDocument): ChangeItemDocument | undefined {
  const members = (Object.keys(next) as (keyof ProgrammeDocument)[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(next[name]),
  );
  if (members.length === 0) return undefined;
  const pick = (from: ProgrammeDocument) => Object.fromEntries(members.map((name) => [name, from[name]]));
  return { entity: 'earning_programme', key: PROGRAMME_KEY, before: pick(now), after: pick(next) };
}
