import type { OfficeNoticeAttributes } from '#contract/office-public-notice.ts';
import type { NoticeKind } from '#core/public-notice.ts';

/** What the form holds, as it was typed. */
export interface NoticeDraft {
  readonly kind: NoticeKind;
  readonly ru: string;
  readonly en: string;
  readonly link: string;
  /** Moscow time as the browser's field writes it. */
  readonly from: string;
  readonly until: string;
  readonly dismissible: boolean;
}

export const EMPTY: NoticeDraft = { kind: 'info', ru: '', en: '', link: '', from: '', until: '', dismissible: true };

const MOSCOW_MS = 3 * 3_600_000;

/** Operators work by Moscow time (spec 9), wherever they sit: its offset has not changed since 2014. */
const moscow = (typed: string): string | null => (typed === '' ? null : `${typed.slice(0, 16)}:00+03:00`);
const typed = (at: string | null): string => (at === null ? '' : new Date(Date.parse(at) + MOSCOW_MS).toISOString().slice(0, 16));

/** The call that the form makes. */
export const bodyOf = ({ kind, ru, en, link, from, until, dismissible }: NoticeDraft) => ({
  kind,
  text: { ru, en },
  link: link.trim() === '' ? null : link.trim(),
  from: moscow(from),
  until: moscow(until),
  dismissible,
});

/** A notice back in the form. */
export const draftOf = ({ kind, text, link, from, until, dismissible }: OfficeNoticeAttributes): NoticeDraft => ({
  kind,
  ...text,
  link: link ?? '',
  from: typed(from),
  until: typed(until),
  dismissible,
});
