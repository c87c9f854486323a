import type { OfficeNoticeAttributes } from '#contract/office/content/public-notice.ts';
import type { NoticeKind } from '#core/notices/public-notice.ts';
import { moscowTime } from '#office/format/moment.ts';

/** The form's values, as entered. */
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

const fieldValue = (at: string | null): string => (at === null ? '' : new Date(Date.parse(at) + MOSCOW_MS).toISOString().slice(0, 16));

/** The body of the call. */
export const bodyOf = ({ kind, ru, en, link, from, until, dismissible }: NoticeDraft) => ({
  kind,
  text: { ru, en },
  link: link.trim() === '' ? null : link.trim(),
  from: moscowTime(from),
  until: moscowTime(until),
  dismissible,
});

/** A stored notice as form values. */
export const draftOf = ({ kind, text, link, from, until, dismissible }: OfficeNoticeAttributes): NoticeDraft => ({
  kind,
  ...text,
  link: link ?? '',
  from: fieldValue(from),
  until: fieldValue(until),
  dismissible,
});
