import type { Resource } from '#contract/document.ts';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import type { OfficeSlotRuleAttributes } from '#contract/office/catalogue/slot-rules.ts';
import { formatAmount, parseAmount } from '#core/money/amount.ts';
import { slotRuleKey } from '#core/slots/slot-rules.ts';

/** The form's values. */
export interface RuleDraft {
  readonly income: string | null;
  readonly outcome: string | null;
  readonly amount: string;
  readonly count: string;
  readonly premium: string;
  readonly minutes: string;
  readonly enabled: boolean;
}

export const EMPTY_RULE: RuleDraft = { income: null, outcome: null, amount: '', count: '3', premium: '0', minutes: '5', enabled: true };

/** A percentage with four decimals, in minor units, is parts per million. */
const PERCENT = { scale: 4, precision: 4 } as const;

export interface RuleSystem {
  readonly code: string;
  readonly scale: number;
  readonly precision: number;
}

/** A stored rule, as the API sends it. */
export type StoredRule = Resource<OfficeSlotRuleAttributes>;

const membersOf = ({ attributes: { count, premium_ppm: premiumPpm, eta_minutes: etaMinutes, enabled } }: StoredRule) => ({
  count,
  premiumPpm,
  etaMinutes,
  enabled,
});

export const draftOf = ({ attributes }: StoredRule): RuleDraft => ({
  income: attributes.income_payment_system_id,
  outcome: attributes.outcome_payment_system_id,
  amount: attributes.outcome_amount,
  count: String(attributes.count),
  premium: formatAmount(BigInt(attributes.premium_ppm), PERCENT.scale),
  minutes: String(attributes.eta_minutes),
  enabled: attributes.enabled,
});

/** The change that removes a rule: names all members, so that a changed rule is not removed. */
export function removal(rule: StoredRule): ChangeItemDocument {
  const [incomeCode = '', outcomeCode = '', outcomeAmount = ''] = rule.id.split('>');
  return { entity: 'slot_rule', key: rule.id, before: { incomeCode, outcomeCode, outcomeAmount, ...membersOf(rule) }, after: null };
}

/** The form's field of each member of the document. */
export const RULE_FIELDS = {
  incomeCode: 'income',
  outcomeCode: 'outcome',
  outcomeAmount: 'amount',
  count: 'count',
  premiumPpm: 'premium',
  etaMinutes: 'minutes',
} as const;
export type RuleField = (typeof RULE_FIELDS)[keyof typeof RULE_FIELDS];

type ParsedRule = { readonly item: ChangeItemDocument } | { readonly wrong: readonly RuleField[] };

const wholeOf = (text: string): number | undefined => (/^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : undefined);

/** The change that the form's values make, or the fields that cannot be read. `before`: the edited rule; undefined: a new one. */
export function itemOf(draft: RuleDraft, systems: readonly RuleSystem[], before: StoredRule | undefined): ParsedRule {
  const { income, outcome, enabled } = draft;
  const system = systems.find(({ code }) => code === outcome);
  const amount = system && parseAmount(draft.amount, system);
  const premium = parseAmount(draft.premium, PERCENT);
  const [count, minutes] = [wholeOf(draft.count), wholeOf(draft.minutes)];
  const wrong: RuleField[] = [];
  if (income === null) wrong.push('income');
  if (outcome === null) wrong.push('outcome');
  if (!amount?.ok || amount.minor === 0n) wrong.push('amount');
  if (count === undefined) wrong.push('count');
  if (!premium.ok) wrong.push('premium');
  if (minutes === undefined) wrong.push('minutes');
  if (income === null || outcome === null || !amount?.ok || amount.minor === 0n || !premium.ok || wrong.length > 0) return { wrong };
  const members = { count, premiumPpm: Number(premium.minor), etaMinutes: minutes, enabled };
  if (before) return { item: { entity: 'slot_rule', key: before.id, before: membersOf(before), after: members } };
  const named = { incomeCode: income, outcomeCode: outcome, outcomeAmount: amount.minor };
  const after = { ...named, outcomeAmount: String(amount.minor), ...members };
  return { item: { entity: 'slot_rule', key: slotRuleKey(named), before: null, after } };
}
