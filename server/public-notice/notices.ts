import { formatDateTime } from '#core/format/moment.ts';
import type { Localised, Locale } from '#core/locale.ts';
import { breakAhead, noticeAt, type NoticeKind, type PublicNotice, told } from '#core/public-notice.ts';
import type { Switch } from '#core/switches.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/keep-fresh.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import type { Translate } from '#server/platform/translate.ts';
import type { LoadedSwitches } from '#server/switches/switches.ts';
import { readStandingNotices } from './store.ts';

/** Tells every process and the office that what is told was changed. */
export const NOTICES_CHANNEL = 'public_notices_changed';

/** What visitors are told at this moment, a person's notice or a coming break. */
export interface ToldNotice {
  /** What a browser remembers of one that was put away: another text has another key. */
  readonly key: string;
  readonly kind: NoticeKind;
  readonly text: Localised;
  readonly link: string | null;
  readonly from: Instant;
  readonly until: Instant | null;
  readonly dismissible: boolean;
  readonly revision: number;
}

export interface Notices {
  /** The one of this moment, null: none; the same object for as long as the same is told. */
  current(): ToldNotice | null;
  /** The next break of the shop, from a day ahead on. */
  breakAhead(): Switch | null;
}

export interface LoadedNotices extends Notices {
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

interface NoticeDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  readonly log: Pick<Log, 'warn'>;
  readonly switches: Pick<LoadedSwitches, 'standing'>;
  readonly t: Translate;
}

const ofNotice = (one: PublicNotice): ToldNotice => ({ ...one, key: `${one.id.slice(0, 8)}.${one.revision}` });

/** A coming break in words: nobody has to write them, and they cannot say another time than the switch. */
function ofBreak(t: Translate, { id, from, until, text }: Switch): ToldNotice {
  const at = (moment: Instant, locale: Locale) => formatDateTime(toRfc3339(moment), locale);
  const words = (locale: Locale): string => {
    const when =
      until === null
        ? t(locale, 'public_notice.planned_open', { from: at(from, locale) })
        : t(locale, 'public_notice.planned', { from: at(from, locale), until: at(until, locale) });
    return text === null ? when : `${when} ${text[locale]}`;
  };
  // Within a day a switch is never edited, only taken back: its times tell it from any other
  const key = `b${id.slice(0, 8)}`;
  return { key, kind: 'warning', text: { ru: words('ru'), en: words('en') }, link: null, from, until, dismissible: true, revision: 1 };
}

/** In memory, read again on every notice of the channel and every few seconds; begins and ends by itself when its time comes. */
export function loadNotices(deps: NoticeDeps): LoadedNotices {
  let standing: readonly PublicNotice[] = [];
  let kept: { readonly of: PublicNotice | Switch; readonly told: ToldNotice } | undefined;
  const refresh = async () => {
    const read = await readStandingNotices(deps.db, deps.clock.now());
    // What was drawn with the same words stands
    if (JSON.stringify(read) !== JSON.stringify(standing)) standing = read;
  };
  return {
    current() {
      const now = deps.clock.now();
      const [notice, ahead] = [noticeAt(standing, now), breakAhead(deps.switches.standing(), now)];
      const which = told(notice, ahead);
      const of = which === 'break' ? ahead : notice;
      if (of === null || which === null) return null;
      if (kept?.of !== of) kept = { of, told: which === 'break' && ahead ? ofBreak(deps.t, ahead) : ofNotice(of as PublicNotice) };
      return kept.told;
    },
    breakAhead: () => breakAhead(deps.switches.standing(), deps.clock.now()),
    refresh,
    ...keepFresh(deps, NOTICES_CHANNEL, refresh),
  };
}
