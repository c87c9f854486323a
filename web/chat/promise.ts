import type { ChatMeta } from '#contract/chat.ts';
import { formatClock, formatWeekday } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';

const DAY_MS = 86_400_000;

/** When people are there again: by Moscow time, as everything the service says of time, and as the server wrote it too. */
function whenWords(at: string, { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number }): string {
  const isSoon = Date.parse(at) - now < DAY_MS;
  return t('chat.moscow', { at: isSoon ? formatClock(at, locale) : formatWeekday(at, locale) });
}

/** What a visitor may expect: measured where that can be said, else what is promised; outside the hours of support when they begin. */
export function promiseWords(
  meta: ChatMeta,
  { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number },
): string {
  if (!meta.is_open)
    return meta.opens_at === null
      ? t('chat.closed_for_long')
      : t('chat.closed_until', { at: whenWords(meta.opens_at, { t, locale, now }) });
  if (meta.usual_minutes === null || meta.usual_minutes > meta.promise_minutes) return t('chat.promised', { count: meta.promise_minutes });
  return t('chat.usually', { count: meta.usual_minutes });
}
