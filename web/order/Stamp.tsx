import { useState, useSyncExternalStore } from 'react';
import { formatClock } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order } from './order.ts';

const NEVER = () => () => undefined;

/**
 * The stamp of a slip whose money was sent: when, by the clock of everything else that stands on it. It falls on the slip where somebody looks on, and simply
 * stands where the page was opened afterwards. The headline says the same to those who listen.
 */
export function Stamp({ order }: { readonly order: Order }) {
  const { t, locale } = useWords();
  const isRunning = useSyncExternalStore(
    NEVER,
    () => true,
    () => false,
  );
  const [falls] = useState(isRunning);
  const at = order.timeline.findLast(({ status }) => status === 'completed')?.at;
  if (at === undefined) return null;
  return (
    <p aria-hidden="true" className={`figures stamp ${falls ? 'stamp-falls' : ''}`}>
      {t('order.stamp')}
      <span className="block text-center text-lg leading-6 whitespace-nowrap">{formatClock(at, locale)}</span>
    </p>
  );
}
