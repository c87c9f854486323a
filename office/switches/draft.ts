import type { SwitchAttributes } from '#contract/office/shop/switches.ts';
import { hasSides, needsSubject, type SwitchKind, type SwitchReason, type SwitchSide } from '#core/staff/switches.ts';
import { MINUTE_MS } from '#core/time.ts';
import { railName } from '#office/components/detail-facts.ts';
import { moscowTime } from '#office/format/moment.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** The form's values, as entered. */
export interface Draft {
  readonly kind: SwitchKind;
  /** Codes, pairs or rails, by `kind`. */
  readonly subjects: readonly string[];
  readonly side: SwitchSide;
  readonly reason: SwitchReason;
  /** Moscow time as the browser's field writes it; empty: now. */
  readonly from: string;
  /** Minutes, `until` for a moment of its own, `open` for no end. */
  readonly lasts: string;
  readonly until: string;
  readonly ru: string;
  readonly en: string;
}

export const EMPTY: Draft = {
  kind: 'system',
  subjects: [],
  side: 'both',
  reason: 'maintenance',
  from: '',
  lasts: '60',
  until: '',
  ru: '',
  en: '',
};

/** What can be switched off by name. */
export interface Switchable {
  readonly payment_systems: readonly { readonly code: string; readonly name: string; readonly currency: string; readonly rail: string }[];
  readonly directions: readonly string[];
  /** Those that customers cannot use now. */
  readonly closed_directions: readonly string[];
  readonly rails: readonly string[];
}

const sidesOf = (pair: string): readonly [string, string] => {
  const [from = '', to = ''] = pair.split('>');
  return [from, to];
};

/** Name of a subject; an unknown one is shown by its code. */
export function subjectName(kind: SwitchKind, subject: string, all: Pick<Switchable, 'payment_systems'>, t: Translation['t']): string {
  if (kind === 'rail' || kind === 'payouts_of_rail') return railName(subject, t);
  const nameOf = (code: string) => all.payment_systems.find((system) => system.code === code)?.name ?? code;
  return sidesOf(subject)
    .filter((code) => code !== '')
    .map(nameOf)
    .join(' › ');
}

/** The code beside the name, for search: `XMR › TBRUB`. */
export const subjectCode = (subject: string): string => subject.replace('>', ' › ');

interface Option {
  readonly value: string;
  readonly label: string;
}
export interface OptionGroup {
  readonly group: string;
  readonly items: Option[];
}

/** What can be chosen: systems by currency, directions by what the customer sends. */
export function subjectsOf(kind: SwitchKind, all: Switchable, t: Translation['t']): OptionGroup[] {
  const systems = new Map(all.payment_systems.map((system) => [system.code, system]));
  const option = (value: string, label: string): Option => ({ value, label });
  const grouped = (values: readonly string[], groupOf: (value: string) => string, labelOf: (value: string) => string) =>
    [...Map.groupBy(values, groupOf)].map(([group, members]) => ({ group, items: members.map((value) => option(value, labelOf(value))) }));
  const nameOf = (code: string) => systems.get(code)?.name ?? code;
  if (kind === 'direction')
    return grouped(
      all.directions,
      (pair) => nameOf(sidesOf(pair)[0]),
      (pair) => sidesOf(pair).map(nameOf).join(' › '),
    );
  if (kind === 'rail' || kind === 'payouts_of_rail')
    return [{ group: t(`switches.kind.${kind}`), items: all.rails.map((rail) => option(rail, railName(rail, t))) }];
  return grouped([...systems.keys()], (code) => systems.get(code)?.currency ?? '', nameOf);
}

/** Options that contain every word of the search in name or code, at most `limit`. */
export function matchingOptions(groups: readonly OptionGroup[], search: string, limit: number): OptionGroup[] {
  let left = limit;
  return groups.flatMap(({ group, items }) => {
    const found = items.filter(({ value, label }) => matchesWords(`${label} ${value}`, search)).slice(0, left);
    left -= found.length;
    return found.length === 0 ? [] : [{ group, items: found }];
  });
}

export const withoutChosen = (groups: readonly OptionGroup[], chosen: readonly string[]): OptionGroup[] =>
  groups.map(({ group, items }) => ({ group, items: items.filter(({ value }) => !chosen.includes(value)) }));

/** Directions that the draft closes; those that are closed already are not counted. */
export function closedByDraft({ kind, subjects, side }: Pick<Draft, 'kind' | 'subjects' | 'side'>, all: Switchable): string[] {
  const chosen = new Set(subjects);
  const railOf = new Map(all.payment_systems.map(({ code, rail }) => [code, rail]));
  const isChosen = (code: string) => chosen.has(kind === 'rail' ? (railOf.get(code) ?? '') : code);
  const isClosed = (pair: string): boolean => {
    if (kind === 'shop') return true;
    if (kind === 'direction') return chosen.has(pair);
    if (!hasSides(kind)) return false;
    const [from, to] = sidesOf(pair);
    return (side !== 'pay' && isChosen(from)) || (side !== 'receive' && isChosen(to));
  };
  const closedNow = new Set(all.closed_directions);
  return all.directions.filter((pair) => !closedNow.has(pair) && isClosed(pair));
}

/** Whether the text contains every word of the search. */
export function matchesWords(label: string, search: string): boolean {
  const text = label.toLowerCase();
  const terms = search.toLowerCase().split(/[\s›>→]+/);
  return terms.every((word) => text.includes(word));
}

/** Kinds that customers see: those that refuse orders. A paused payout is explained on the order page. */
export const hasCustomerText = (kind: SwitchKind): boolean =>
  kind === 'shop' || kind === 'direction' || kind === 'system' || kind === 'rail';

function untilOf({ lasts, until, from }: Draft, now: number): string | null {
  if (lasts === 'open') return null;
  if (lasts === 'until') return moscowTime(until);
  const begins = moscowTime(from);
  return new Date((begins === null ? now : Date.parse(begins)) + Number(lasts) * MINUTE_MS).toISOString();
}

/** The body of the call. */
export const bodyOf = (draft: Draft, now: number) => ({
  kind: draft.kind,
  ...(needsSubject(draft.kind) ? { subjects: [...draft.subjects] } : {}),
  side: draft.side,
  reason: draft.reason,
  from: moscowTime(draft.from),
  until: untilOf(draft, now),
  text: hasCustomerText(draft.kind) && (draft.ru.trim() !== '' || draft.en.trim() !== '') ? { ru: draft.ru, en: draft.en } : null,
});

/** What is off, in one line: "Payment system Sberbank, receiving". */
export function switchTitle(
  { kind, subject, side }: Pick<SwitchAttributes, 'kind' | 'subject' | 'side'>,
  all: Pick<Switchable, 'payment_systems'>,
  t: Translation['t'],
): string {
  const name = subject === null ? '' : ` ${subjectName(kind, subject, all, t)}`;
  return `${t(`switches.kind.${kind}`)}${name}${hasSides(kind) ? `, ${t(`switches.side.${side}`)}` : ''}`;
}

/** From when and for how long, as the form has it: "At once, for 1 hour". */
export function switchPeriod({ from, lasts, until }: Pick<Draft, 'from' | 'lasts' | 'until'>, t: Translation['t']): string {
  const moment = (value: string) => value.replace('T', ' ');
  const start = from === '' ? t('switches.close_shop.at_once') : t('switches.close_shop.from', { at: moment(from) });
  if (lasts === 'until') return `${start}, ${t('switches.until_at', { at: moment(until) })}.`;
  return `${start}, ${lasts === 'open' ? t('switches.until_on') : t('switches.close_shop.for', { time: t(`switches.lasting.${lasts}`) })}.`;
}
