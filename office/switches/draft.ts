import type { SwitchKind, SwitchReason, SwitchSide } from '#core/switches.ts';
import { MINUTE_MS } from '#core/time.ts';

/** What the form holds, as it was typed. */
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

/** Whether every word that was typed is somewhere in the label. */
export function matchesWords(label: string, typed: string): boolean {
  const text = label.toLowerCase();
  const words = typed.toLowerCase().split(/[\s›>→]+/);
  return words.every((word) => text.includes(word));
}

/** Customers meet what takes no orders; a payout that waits tells them on its own page. */
export const isShownToCustomers = (kind: SwitchKind): boolean =>
  kind === 'shop' || kind === 'direction' || kind === 'system' || kind === 'rail';

/** Operators work by Moscow time (spec 9), wherever they sit: its offset has not changed since 2014. */
const moscow = (typed: string): string | null => (typed === '' ? null : `${typed.slice(0, 16)}:00+03:00`);

function untilOf({ lasts, until, from }: Draft, now: number): string | null {
  if (lasts === 'open') return null;
  if (lasts === 'until') return moscow(until);
  const begins = moscow(from);
  return new Date((begins === null ? now : Date.parse(begins)) + Number(lasts) * MINUTE_MS).toISOString();
}

/** The call that the form makes. */
export const bodyOf = (draft: Draft, now: number) => ({
  kind: draft.kind,
  subject: draft.subject === '' ? null : draft.subject,
  side: draft.side,
  reason: draft.reason,
  from: moscow(draft.from),
  until: untilOf(draft, now),
  text: isShownToCustomers(draft.kind) && (draft.ru.trim() !== '' || draft.en.trim() !== '') ? { ru: draft.ru, en: draft.en } : null,
});
