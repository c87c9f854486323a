import type { ChatMeta } from '#contract/public/chat.ts';
import { formatClock, formatWeekday } from '#core/format/moment.ts';
import type { Locale } from '#core/locale.ts';
import type { Translate } from '#web/i18n/translator.ts';

const DAY_MS = 86_400_000;

/** When support opens, in Moscow time on server and client alike. */
function openingTimeText(at: string, { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number }): string {
  const isSoon = Date.parse(at) - now < DAY_MS;
  return t('chat.moscow', { at: isSoon ? formatClock(at, locale) : formatWeekday(at, locale) });
}

/** Expected response time: measured, else promised; outside working hours, when support opens. */
export function responseTimeText(
  meta: ChatMeta,
  { t, locale, now }: { readonly t: Translate; readonly locale: Locale; readonly now: number },
): string {
  if (!meta.is_open)
    return meta.opens_at === null
      ? t('chat.closed_for_long')
      : t('chat.closed_until', { at: openingTimeText(meta.opens_at, { t, locale, now }) });
  if (meta.usual_minutes === null || meta.usual_minutes > meta.promise_minutes) return t('chat.promised', { count: meta.promise_minutes });
  return t('chat.usually', { count: meta.usual_minutes });
}
