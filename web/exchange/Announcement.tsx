import { useEffect, useRef, useState } from 'react';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Pair } from './systems.ts';
import type { Quoted } from './use-quote.ts';

/** A listener is told after the fingers rest. */
const QUIET_MS = 1_000;
/** Numbers that only moved with the market are told no oftener. */
const MARKET_MS = 60_000;

/** Tells a screen reader the recalculated amounts: soon after they were asked for, seldom when nobody asked. */
export function Announcement({ pair, quoted }: { readonly pair: Pair; readonly quoted: Quoted }) {
  const { t, locale } = useWords();
  const { ask, calculation, isStale } = quoted;
  const text =
    calculation === null || isStale
      ? null
      : t('exchange.announce', {
          given: formatMoney(calculation.income_amount, pair.from, locale),
          got: formatMoney(calculation.outcome_amount, pair.to, locale),
        });
  const last = useRef({ ask, text, at: 0 });
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (text === null || text === last.current.text) return;
    const wait = ask === last.current.ask ? Math.max(QUIET_MS, last.current.at + MARKET_MS - Date.now()) : QUIET_MS;
    const timer = setTimeout(() => {
      last.current = { ask, text, at: Date.now() };
      setSaid(text);
    }, wait);
    return () => clearTimeout(timer);
  }, [ask, text]);
  return (
    <p role="status" aria-live="polite" className="sr-only">
      {said}
    </p>
  );
}
