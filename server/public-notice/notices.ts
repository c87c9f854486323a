import { formatDateTime } from '#core/format/moment.ts';
import type { Localised, Locale } from '#core/locale.ts';
import { nextBreak, noticeAt, type NoticeKind, type PublicNotice, shownNotice } from '#core/notices/public-notice.ts';
import type { Switch } from '#core/staff/switches.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import { keepFresh, type Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import type { Translate } from '#server/platform/translate.ts';
import type { LoadedSwitches } from '#server/switches/switches.ts';
import { readOpenNotices } from './store.ts';

/** Notifies all processes and the office that a notice changed. */
export const NOTICES_CHANNEL = 'public_notices_changed';

/** The notice visitors see: an operator's, or a planned break. */
export interface VisibleNotice {
  /** A browser that dismissed the notice stores this key. A changed text has another key. */
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
  /** The current notice, the same object until it changes. Null if there is none. */
  current(): VisibleNotice | null;
  /** The shop's next planned break, within a day. */
  nextBreak(): Switch | null;
}

export interface HasNotices {
  /** Public notices, from memory. */
  readonly notices: Notices;
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
  readonly switches: Pick<LoadedSwitches, 'all'>;
  readonly t: Translate;
}

const noticeView = (notice: PublicNotice): VisibleNotice => ({ ...notice, key: `${notice.id.slice(0, 8)}.${notice.revision}` });

/** The notice of a planned break, generated from its switch so that the times cannot differ. */
function breakView(t: Translate, { id, from, until, text }: Switch): VisibleNotice {
  const at = (moment: Instant, locale: Locale) => formatDateTime(toRfc3339(moment), locale);
  const textIn = (locale: Locale): string => {
    const when =
      until === null
        ? t(locale, 'public_notice.planned_open', { from: at(from, locale) })
        : t(locale, 'public_notice.planned', { from: at(from, locale), until: at(until, locale) });
    return text === null ? when : `${when} ${text[locale]}`;
  };
  // A switch is never edited within a day of its start, so its id identifies the text
  const key = `b${id.slice(0, 8)}`;
  return { key, kind: 'warning', text: { ru: textIn('ru'), en: textIn('en') }, link: null, from, until, dismissible: true, revision: 1 };
}

/** Reloads on every notification and every few seconds. Notices start and end on time without a reload. */
export function loadNotices(deps: NoticeDeps): LoadedNotices {
  let loaded: readonly PublicNotice[] = [];
  let cached: { readonly source: PublicNotice | Switch; readonly view: VisibleNotice } | undefined;
  const refresh = async () => {
    const rows = await readOpenNotices(deps.db, deps.clock.now());
    // Unchanged objects are kept, because caches of rendered pages depend on them
    if (JSON.stringify(rows) !== JSON.stringify(loaded)) loaded = rows;
  };
  return {
    current() {
      const now = deps.clock.now();
      const [notice, plannedBreak] = [noticeAt(loaded, now), nextBreak(deps.switches.all(), now)];
      const selected = shownNotice(notice, plannedBreak);
      const source = selected === 'break' ? plannedBreak : notice;
      if (source === null || selected === null) return null;
      if (cached?.source !== source)
        cached = {
          source,
          view: selected === 'break' && plannedBreak ? breakView(deps.t, plannedBreak) : noticeView(source as PublicNotice),
        };
      return cached.view;
    },
    nextBreak: () => nextBreak(deps.switches.all(), deps.clock.now()),
    refresh,
    ...keepFresh(deps, NOTICES_CHANNEL, refresh),
  };
}
