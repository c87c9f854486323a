import { useState } from 'react';
import type { SiteRequest } from '#web/api/site-context.ts';
import type { Locale } from '#core/locale.ts';
import type { NoticeKind } from '#core/notices/public-notice.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { useAvailability } from '#web/live/use-availability.ts';

/** The notice for all visitors, in the language of the page. */
export interface PageNotice {
  readonly key: string;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly link: string | null;
  readonly dismissible: boolean;
}

const COOKIE = 'notice';
const MONTH_SECONDS = 2_678_400;

/** The notice in a language; null: none, or this browser has dismissed it. Decided before the page is rendered. */
export function noticeFor(notice: SiteRequest['notice'], locale: Locale, cookies: string | null): PageNotice | null {
  if (notice === null) return null;
  const dismissedKey = /(?:^|;\s*)notice=([\w.]+)/.exec(cookies ?? '')?.[1];
  return notice.dismissible && dismissedKey === notice.key ? null : { ...notice, text: notice.text[locale] };
}

/** Cookie that hides a notice in this browser; a changed notice has another key and is shown again. */
export const dismissalCookie = (key: string): string => `${COOKIE}=${key}; Path=/; Max-Age=${MONTH_SECONDS}; SameSite=Lax`;

/** The notice above the page: `initial` until an update arrives on the availability stream. */
export function useNotice(initial: PageNotice | null): PageNotice | null {
  const { locale } = useTranslation();
  const [update, setUpdate] = useState<Pick<SiteRequest, 'notice'>>();
  useAvailability(({ notice }) => setUpdate({ notice }));
  return update === undefined ? initial : noticeFor(update.notice, locale, document.cookie);
}
