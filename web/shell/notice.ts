import { useState } from 'react';
import type { SiteRequest } from '#web/api/site-context.ts';
import type { Locale } from '#core/locale.ts';
import type { NoticeKind } from '#core/public-notice.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { useAvailability } from '#web/live/use-availability.ts';

/** What a page shows of what all visitors are told. */
export interface ShownNotice {
  readonly key: string;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly link: string | null;
  readonly dismissible: boolean;
}

const COOKIE = 'notice';
const MONTH_SECONDS = 2_678_400;

/** What is told, in the reader's language; null where nothing is, or he has put just this away. Known before anything is drawn. */
export function noticeFor(told: SiteRequest['notice'], locale: Locale, cookies: string | null): ShownNotice | null {
  if (told === null) return null;
  const away = /(?:^|;\s*)notice=([\w.]+)/.exec(cookies ?? '')?.[1];
  return told.dismissible && away === told.key ? null : { ...told, text: told.text[locale] };
}

/** What a browser keeps that is not to show it again; a changed one it does. Nobody else is told. */
export const awayCookie = (key: string): string => `${COOKIE}=${key}; Path=/; Max-Age=${MONTH_SECONDS}; SameSite=Lax`;

/** The notice above the page: as it was drawn with, then as it changes. */
export function useNotice(drawn: ShownNotice | null): ShownNotice | null {
  const { locale } = useWords();
  const [news, setNews] = useState<Pick<SiteRequest, 'notice'>>();
  useAvailability(({ notice }) => setNews({ notice }));
  return news === undefined ? drawn : noticeFor(news.notice, locale, document.cookie);
}
