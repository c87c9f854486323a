import type { Localised } from './locale.ts';
import type { Switch } from './switches.ts';
import { DAY_MS, type Instant } from './time.ts';

/** What a public notice is about (domain 9): something to know, to mind, or that is out of order. */
export const NOTICE_KINDS = ['info', 'warning', 'outage'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What all visitors are told, written by a person of the office. Texts are plain. */
export interface PublicNotice {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly text: Localised;
  /** Where more is read; null: there is no more. */
  readonly link: string | null;
  readonly from: Instant;
  /** Null: until somebody takes it down. */
  readonly until: Instant | null;
  readonly dismissible: boolean;
  /** Counts up with every change: whoever has put it away sees the changed one. */
  readonly revision: number;
}

/** A planned break is announced so long before it begins. */
export const ANNOUNCED_BEFORE_MS = DAY_MS;

const isWithin = ({ from, until }: Pick<PublicNotice, 'from' | 'until'>, now: Instant): boolean =>
  from <= now && (until === null || until > now);

/** The one notice of this moment (domain 9: one or none at a time); the later one where two were written all the same. */
export const noticeAt = (notices: readonly PublicNotice[], now: Instant): PublicNotice | null =>
  notices.filter((one) => isWithin(one, now)).toSorted((a, b) => b.from - a.from)[0] ?? null;

/** Whether two are told at the same time. */
export const overlap = (a: Pick<PublicNotice, 'from' | 'until'>, b: Pick<PublicNotice, 'from' | 'until'>): boolean =>
  (b.until === null || a.from < b.until) && (a.until === null || b.from < a.until);

/** The next break of the shop that is near enough to be announced; null: none is. */
export function breakAhead(standing: readonly Switch[], now: Instant): Switch | null {
  const ahead = standing.filter(({ kind, from }) => kind === 'shop' && from > now && from - now <= ANNOUNCED_BEFORE_MS);
  return ahead.toSorted((a, b) => a.from - b.from)[0] ?? null;
}

/** Which of the two is told: a coming break is minded before something to know, and never hides what is out of order. */
export const told = (notice: PublicNotice | null, ahead: Switch | null): 'notice' | 'break' | null => {
  if (ahead !== null && (notice === null || notice.kind === 'info')) return 'break';
  return notice === null ? null : 'notice';
};
