import type { ChatMeta } from '#contract/chat.ts';
import type { Locale } from '#core/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';

const DAY_MS = 86_400_000;

/** When people are there again, as the reader's own clock has it. */
function whenWords(at: string, locale: Locale, now: number): string {
  const moment = new Date(at);
  const isSoon = moment.getTime() - now < DAY_MS;
  return new Intl.DateTimeFormat(
    locale,
    isSoon ? { hour: '2-digit', minute: '2-digit' } : { weekday: 'long', hour: '2-digit', minute: '2-digit' },
  ).format(moment);
}

/** What a visitor may expect: measured where that can be said, else what is promised; outside the hours of support when they begin. */
export function promiseWords(
  meta: ChatMeta,
  { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number },
): string {
  if (!meta.is_open)
    return meta.opens_at === null ? t('chat.closed_for_long') : t('chat.closed_until', { at: whenWords(meta.opens_at, locale, now) });
  if (meta.usual_minutes === null || meta.usual_minutes > meta.promise_minutes) return t('chat.promised', { count: meta.promise_minutes });
  return t('chat.usually', { count: meta.usual_minutes });
}
