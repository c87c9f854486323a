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
  if (kind === 'direction') return all.directions.map((value) => ({ value, label: value.replace('>', ' › ') }));
  if (kind === 'rail' || kind === 'payouts_of_rail') return all.rails.map((value) => ({ value, label: value }));
  return all.payment_systems.map(({ code, name }) => ({ value: code, label: `${name} · ${code}` }));
}

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
  text: draft.kind === 'shop' && (draft.ru.trim() !== '' || draft.en.trim() !== '') ? { ru: draft.ru, en: draft.en } : null,
});
