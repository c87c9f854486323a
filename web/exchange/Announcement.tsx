import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import type { LiveQuote } from './use-quote.ts';

/** Pause after input before the amounts are announced. */
const INPUT_DELAY_MS = 1_000;
/** Least interval between announcements when only the market moved. */
const MARKET_INTERVAL_MS = 60_000;

/** Announces the recalculated amounts to screen readers: soon after input, rarely after market changes. */
export function Announcement({ pair, quote }: { readonly pair: Pair; readonly quote: LiveQuote }) {
  const { t, locale } = useTranslation();
  const { request, calculation, isStale } = quote;
  const text =
    calculation === null || isStale
      ? null
      : t('exchange.announce', {
          given: formatMoney(calculation.income_amount, pair.from, locale),
          got: formatMoney(calculation.outcome_amount, pair.to, locale),
        });
  const lastAnnounced = useRef({ request, text, announcedAt: 0 });
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    if (text === null || text === lastAnnounced.current.text) return;
    const delayMs =
      request === lastAnnounced.current.request
        ? Math.max(INPUT_DELAY_MS, lastAnnounced.current.announcedAt + MARKET_INTERVAL_MS - Date.now())
        : INPUT_DELAY_MS;
    const timer = setTimeout(() => {
      lastAnnounced.current = { request, text, announcedAt: Date.now() };
      setAnnouncement(text);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [request, text]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}
