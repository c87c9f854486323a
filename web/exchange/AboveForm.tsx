import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatMoney } from '#core/format/amount.ts';
import { rememberPair } from '#web/catalogue/stored-pairs.ts';
import type { Pair } from '#web/catalogue/systems.ts';
import { barePath } from '#web/i18n/locale.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import type { Order } from '#web/order/order.ts';
import type { LiveQuote } from './use-quote.ts';
import { openCreatedOrder } from './open-created-order.ts';
import { useOpenOrder } from './use-open-order.ts';

/** Pause after input before the amounts are announced. */
const INPUT_DELAY_MS = 1_000;
/** Least interval between announcements when only the market moved. */
const MARKET_INTERVAL_MS = 60_000;

/** Loaded where there is an order. */
const ContinueOrder = latePart(async () => (await import('./ContinueOrder.tsx')).ContinueOrder);

interface AboveFormProps {
  readonly pair: Pair;
  readonly quote: LiveQuote;
  readonly openOrder: Order | null;
}

/** What needs no script of the first load: the order to continue, the pair to remember, announcements. */
export function AboveForm({ pair, quote, openOrder }: AboveFormProps) {
  const order = useOpenOrder(openOrder);
  useRememberedPair(pair);
  useEffect(startShortcuts, []);
  useEffect(openCreatedOrder, []);
  return (
    <>
      {order === null ? null : <ContinueOrder key={order.id} initialOrder={order} />}
      <Announcement pair={pair} quote={quote} />
    </>
  );
}

/** Shortcuts are no part of the first load. */
const startShortcuts = (): void => void import('./shortcuts.ts').then(({ listen }) => listen()).catch(() => undefined);

/** Remembers the pair of an address, a link or a choice; the one that home opened with is not a choice. */
function useRememberedPair({ from, to }: Pair): void {
  const { pathname, search } = useLocation();
  const isUnasked = barePath(pathname) === '/' && !/[?&](cur_)?(from|to)=/.test(search);
  const opened = useRef(isUnasked ? `${from.id} ${to.id}` : null);
  useEffect(() => {
    if (opened.current === `${from.id} ${to.id}`) return;
    opened.current = null;
    rememberPair({ from: from.id, to: to.id });
  }, [from.id, to.id]);
}

/** Announces the recalculated amounts to screen readers: soon after input, rarely after market changes. */
function Announcement({ pair, quote }: { readonly pair: Pair; readonly quote: LiveQuote }) {
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
