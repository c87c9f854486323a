import { useState, useSyncExternalStore } from 'react';
import { formatClock } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order } from './order.ts';

const NO_SUBSCRIPTION = () => () => undefined;

/** Stamp of a completed order with its time. Animated only if the page was open when the order completed. Decorative: the heading says the same. */
export function Stamp({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  const isHydrated = useSyncExternalStore(
    NO_SUBSCRIPTION,
    () => true,
    () => false,
  );
  const [isAnimated] = useState(isHydrated);
  const at = order.timeline.findLast(({ status }) => status === 'completed')?.at;
  if (at === undefined) return null;
  return (
    <p aria-hidden="true" className={`figures stamp ${isAnimated ? 'stamp-falls' : ''}`}>
      {t('order.stamp')}
      <span className="block text-center text-lg leading-6 whitespace-nowrap">{formatClock(at, locale)}</span>
    </p>
  );
}
