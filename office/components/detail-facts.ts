import { oneOf } from '#core/closed-list.ts';
import { APPROVAL_KIND_NAMES, approvalTitle } from '#core/staff/approval.ts';
import { subjectMessage } from '#core/staff/incident-subject.ts';
import { INCIDENT_KINDS, type IncidentKind } from '#core/staff/incident.ts';
import { figureOf, money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** Name of a rail; one without a message is shown by its code. */
export function railName(rail: string, t: Translation['t']): string {
  const key = `office.rail.${rail}`;
  const name = t(key);
  return name === key ? rail : name;
}

/** Subject of an alarm as text; null: a name, shown as it is. */
export function subjectText(kind: IncidentKind, subject: string, t: Translation['t']): string | null {
  const named = subjectMessage(kind, subject);
  if (named === undefined) return null;
  return t(named.key, named.of === undefined ? {} : { of: railName(named.of, t) });
}

const AMOUNT_MEMBERS: ReadonlySet<string> = new Set([
  'amount',
  'before',
  'after',
  'taken_back',
  'lost',
  'min_amount',
  'max_amount',
  'daily_amount',
  'monthly_amount',
]);

/** Members that are shown with the amounts, or that mean nothing to operators. */
const HIDDEN_MEMBERS: ReadonlySet<string> = new Set([
  'currency_iso_code',
  'currency',
  'hash',
  'version',
  'amount_minor',
  'payout_id',
  'letter',
  'subject_kind',
  'withdrawal_id',
  'change_id',
  'from',
  'until',
  'guard_value',
  'line_id',
  'partner_id',
  'requisite_id',
  'share_ppm',
]);

/** Guard bands (`core/changes/guards.ts`) whose number is per cent. */
const PERCENT_GUARDS: ReadonlySet<unknown> = new Set(['margin_below_zero', 'rate_off_market', 'generous_programme']);

/** A code that may have a message: dots and colons of other texts are separators in message keys. */
const CODE_NAME = /^\w+$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T/;

/** Message groups of a member's values. */
const VALUE_MESSAGE_GROUPS: Readonly<Record<string, readonly string[]>> = {
  status: ['status'],
  status_then: ['status'],
  kind: ['approval.kind', 'incident.kind'],
  role: ['role'],
};

export type Detail = Readonly<Record<string, unknown>>;

const SEPARATOR = '; ';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Nested members under their own names: `requisites_masked: {card_number: …}` is shown as a card number. */
const flatMembers = (detail: Detail): [string, string][] =>
  Object.entries(detail).flatMap(([key, value]): [string, string][] => {
    if (value === null || value === undefined || value === '') return [];
    if (Array.isArray(value)) return value.length === 0 ? [] : [[key, value.map(textOf).join(SEPARATOR)]];
    if (typeof value === 'object') return flatMembers(value as Detail);
    return [[key, textOf(value)]];
  });

/** Name of a member; one without a message is its key. */
export function detailName(key: string, t: Translation['t']): string {
  const label = t(`office.detail.${key}`);
  return label === `office.detail.${key}` ? key.replaceAll('_', ' ') : label;
}

/** Kind and subject of a proposal or an alarm as in their lists. */
function withListNames(detail: Detail, t: Translation['t']): Detail {
  const { kind, subject, payload } = detail;
  const proposed = oneOf(APPROVAL_KIND_NAMES, kind);
  if (proposed !== undefined && payload) return { ...detail, kind: approvalTitle(proposed, payload as Detail) };
  const alarm = oneOf(INCIDENT_KINDS, kind);
  if (alarm === undefined || typeof subject !== 'string') return detail;
  return { ...detail, subject: subjectText(alarm, subject, t) ?? subject };
}

interface DetailFact {
  readonly name: string;
  readonly value: string;
}

/** The details of a proposal or an incident as name and value. */
export function detailFacts(detail: Detail, { t, locale }: Pick<Translation, 't' | 'locale'>): readonly DetailFact[] {
  // A record of the audit log contains its proposal
  const payload = detail['payload'] as Detail | null | undefined;
  const currency = textOf(detail['currency_iso_code'] ?? detail['currency'] ?? '');
  const percent = (text: string) => `${Object.values(figureOf(text, locale)).join('')}\u00A0%`;
  const guardValue = detail['guard_value'] ?? payload?.['guard_value'];
  const wordsOf = (key: string, value: string) => {
    if (!CODE_NAME.test(value)) return value;
    const names = [`office.detail_value.${key}.${value}`, ...(VALUE_MESSAGE_GROUPS[key] ?? []).map((group) => `office.${group}.${value}`)];
    const named = names.find((name) => t(name) !== name);
    return named === undefined ? value : t(named);
  };
  const valueOf = (key: string, value: string) => {
    if (AMOUNT_MEMBERS.has(key)) return money(value, currency, locale).trim();
    if (key.endsWith('_percent')) return percent(value);
    if (MOMENT.test(value)) return clockTime(value, locale);
    const text = value
      .split(SEPARATOR)
      .map((part) => wordsOf(key, part))
      .join(SEPARATOR);
    return key === 'guard' && PERCENT_GUARDS.has(value) ? `${text}: ${percent(textOf(guardValue))}` : text;
  };
  const { also, ...otherMembers } = withListNames(detail, t);
  const facts: DetailFact[] = flatMembers(otherMembers).flatMap(([key, value]) =>
    HIDDEN_MEMBERS.has(key) ? [] : [{ name: detailName(key, t), value: valueOf(key, value) }],
  );
  for (const [index, proposal] of (Array.isArray(also) ? (also as Detail[]) : []).entries()) {
    const values = flatMembers(proposal).flatMap(([key, value]) => (HIDDEN_MEMBERS.has(key) ? [] : [valueOf(key, value)]));
    facts.push({ name: `${detailName('also', t)} ${index + 1}`, value: values.join(', ') });
  }
  return facts;
}
