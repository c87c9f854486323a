import type { SwitchAttributes } from '#contract/office/shop/switches.ts';
import { hasSides, type SwitchKind, type SwitchReason, type SwitchSide } from '#core/staff/switches.ts';
import { MINUTE_MS } from '#core/time.ts';
import { moscowTime } from '#office/format/moment.ts';
import type { Translation } from '#office/i18n/Translation.tsx';

/** The form's values, as entered. */
export interface Draft {
  readonly kind: SwitchKind;
  readonly subject: string;
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
  kind: 'shop',
  subject: '',
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
  readonly payment_systems: readonly { readonly code: string; readonly name: string }[];
  readonly directions: readonly string[];
  readonly rails: readonly string[];
}

export function subjectsOf(kind: SwitchKind, all: Switchable): { value: string; label: string }[] {
  if (kind === 'direction') {
    const names = new Map(all.payment_systems.map(({ code, name }) => [code, name]));
    return all.directions.map((value) => {
      const [from = '', to = ''] = value.split('>');
      return { value, label: `${names.get(from) ?? from} › ${names.get(to) ?? to} · ${from} › ${to}` };
    });
  }
  if (kind === 'rail' || kind === 'payouts_of_rail') return all.rails.map((value) => ({ value, label: value }));
  return all.payment_systems.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }));
}

/** Whether the label contains every word of the search. */
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
  subject: draft.subject === '' ? null : draft.subject,
  side: draft.side,
  reason: draft.reason,
  from: moscowTime(draft.from),
  until: untilOf(draft, now),
  text: hasCustomerText(draft.kind) && (draft.ru.trim() !== '' || draft.en.trim() !== '') ? { ru: draft.ru, en: draft.en } : null,
});

/** What is off, in one line: "Payment system SBERRUB, taking money". */
export function switchTitle({ kind, subject, side }: Pick<SwitchAttributes, 'kind' | 'subject' | 'side'>, t: Translation['t']): string {
  const name = subject === null ? '' : ` ${subject.replace('>', ' › ')}`;
  return `${t(`switches.kind.${kind}`)}${name}${hasSides(kind) ? `, ${t(`switches.side.${side}`)}` : ''}`;
}

/** From when and for how long, as the form has it: "At once, for 1 hour". */
export function switchPeriod({ from, lasts, until }: Pick<Draft, 'from' | 'lasts' | 'until'>, t: Translation['t']): string {
  const moment = (value: string) => value.replace('T', ' ');
  const start = from === '' ? t('switches.close_shop.at_once') : t('switches.close_shop.from', { at: moment(from) });
  if (lasts === 'until') return `${start}, ${t('switches.until_at', { at: moment(until) })}.`;
  return `${start}, ${lasts === 'open' ? t('switches.until_on') : t('switches.close_shop.for', { time: t(`switches.lasting.${lasts}`) })}.`;
}
