import type { PoolRulesAttributes } from '#contract/office/money/pool.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import type { Decimals } from '#core/money/decimals.ts';
import type { RequisiteRules } from '#core/pool/requisite.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';

const AMOUNTS = [
  ['min_amount', 'minAmount'],
  ['max_amount', 'maxAmount'],
  ['daily_amount', 'dailyAmount'],
  ['monthly_amount', 'monthlyAmount'],
] as const;

const minutes = (clock: string | null): number | null => {
  const [, hours, rest] = /^(\d\d):(\d\d)$/.exec(clock ?? '') ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(rest);
};
const clock = (minute: number | null): string | null =>
  minute === null ? null : `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Rules as contract attributes. */
export const presentRules = (rules: RequisiteRules, { scale }: Decimals): PoolRulesAttributes => {
  const text = (amount: bigint | null) => (amount === null ? null : formatAmount(amount, scale));
  return {
    sharing: rules.sharing,
    min_amount: text(rules.minAmount),
    max_amount: text(rules.maxAmount),
    daily_amount: text(rules.dailyAmount),
    daily_count: rules.dailyCount,
    monthly_amount: text(rules.monthlyAmount),
    monthly_count: rules.monthlyCount,
    works_from: clock(rules.worksFrom),
    works_until: clock(rules.worksUntil),
    rest_minutes: rules.restMinutes,
  };
};

type RuleRefusal = 'not_allowed_amount' | 'required';

/** Parses entered rules; an empty amount is no limit. Refusals name their field below `rules/`. */
export function readRules(input: PoolRulesAttributes, { scale }: Decimals): Result<RequisiteRules, RuleRefusal> {
  const refusals: Refusal<RuleRefusal>[] = [];
  const amounts = new Map<string, bigint | null>();
  for (const [name, key] of AMOUNTS) {
    const text = input[name]?.trim() ?? '';
    const parsed = text === '' ? null : parseAmount(text, { scale, precision: scale });
    if (parsed !== null && (!parsed.ok || parsed.minor <= 0n)) refusals.push({ code: 'not_allowed_amount', field: `rules/${name}` });
    amounts.set(key, parsed?.ok === true ? parsed.minor : null);
  }
  const [minAmount, maxAmount] = [amounts.get('minAmount') ?? null, amounts.get('maxAmount') ?? null];
  if (minAmount !== null && maxAmount !== null && minAmount > maxAmount)
    refusals.push({ code: 'not_allowed_amount', field: 'rules/max_amount', message: 'pool_amounts_order' });
  const [worksFrom, worksUntil] = [minutes(input.works_from), minutes(input.works_until)];
  if ((worksFrom === null) !== (worksUntil === null))
    refusals.push({ code: 'required', field: worksFrom === null ? 'rules/works_from' : 'rules/works_until', message: 'pool_hours_pair' });
  if (refusals.length > 0) return { ok: false, refusals };
  return accept({
    sharing: input.sharing,
    minAmount,
    maxAmount,
    dailyAmount: amounts.get('dailyAmount') ?? null,
    dailyCount: input.daily_count,
    monthlyAmount: amounts.get('monthlyAmount') ?? null,
    monthlyCount: input.monthly_count,
    worksFrom,
    worksUntil,
    restMinutes: input.rest_minutes,
  });
}
