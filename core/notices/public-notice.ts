import type { Localised } from '#core/locale.ts';
import type { Switch } from '#core/staff/switches.ts';
import { DAY_MS, type Instant } from '#core/time.ts';

/** Kinds of public notice (domain 9): information, a warning, an outage. */
export const NOTICE_KINDS = ['info', 'warning', 'outage'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** A message to all visitors, written by an operator. Plain text. */
export interface PublicNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: Localised;
  /** Where to read more; null: no link. */
  readonly link: string | null;
  readonly from: Instant;
  /** Null: until an operator takes it down. */
  readonly until: Instant | null;
  readonly dismissible: boolean;
  /** Incremented by every change: a visitor who dismissed the notice sees the changed one. */
  readonly revision: number;
}

/** How long before its start a planned break is announced. */
export const ANNOUNCED_BEFORE_MS = DAY_MS;

const isWithin = ({ from, until }: Pick<PublicNotice, 'from' | 'until'>, now: Instant): boolean =>
  from <= now && (until === null || until > now);

/** The notice of this moment (domain 9: at most one at a time); of overlapping ones the later. */
export const noticeAt = (notices: readonly PublicNotice[], now: Instant): PublicNotice | null =>
  notices.filter((notice) => isWithin(notice, now)).toSorted((a, b) => b.from - a.from)[0] ?? null;

/** Whether two notices would be shown at the same time. */
export const overlap = (a: Pick<PublicNotice, 'from' | 'until'>, b: Pick<PublicNotice, 'from' | 'until'>): boolean =>
  (b.until === null || a.from < b.until) && (a.until === null || b.from < a.until);

/** The next break of the shop that is near enough to be announced; null: none. */
export function nextBreak(switches: readonly Switch[], now: Instant): Switch | null {
  const upcoming = switches.filter(({ kind, from }) => kind === 'shop' && from > now && from - now <= ANNOUNCED_BEFORE_MS);
  return upcoming.toSorted((a, b) => a.from - b.from)[0] ?? null;
}

/** Which of the two is shown: an upcoming break replaces information, never a warning or an outage. */
export const shownNotice = (notice: PublicNotice | null, upcomingBreak: Switch | null): 'notice' | 'break' | null => {
  if (upcomingBreak !== null && (notice === null || notice.kind === 'info')) return 'break';
  return notice === null ? null : 'notice';
};
