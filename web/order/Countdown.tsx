import { useEffect, useState } from 'react';
import { Life } from '#ui/Life.tsx';
import { formatLeft } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { leftAtReading, type Order } from './order.ts';

const RUNNING_OUT_MS = 5 * 60_000;

/** Time left of the present state, by the server's clock: the order carries its deadline and the moment it was read. */
export function Countdown({ order, readAt }: { readonly order: Order; readonly readAt: number | null }) {
  const { t } = useWords();
  const left = leftAtReading(order);
  const [shown, setShown] = useState(left);
  useEffect(() => {
    if (left === null) return;
    const endsAt = (readAt ?? Date.now()) + left;
    const tick = () => setShown(endsAt - Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [left, readAt]);
  if (left === null || shown === null) return null;
  const isRunningOut = shown < RUNNING_OUT_MS;
  const whole =
    order.expires_at === null
      ? left
      : Math.max(left, Date.parse(order.expires_at) - Date.parse(order.timeline.at(-1)?.at ?? order.server_time));
  return (
    <div role="timer" className="mt-4">
      <p className="figures flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{t(`web.order.left_${order.status === 'awaiting_payment' ? 'to_pay' : 'here'}`)}</span>
        <span className={`text-2xl font-semibold tracking-tight ${isRunningOut ? 'text-time' : ''}`}>{formatLeft(shown)}</span>
      </p>
      <div className="mt-1 text-muted">
        <Life
          wholeMs={whole}
          leftMs={() => left}
          lifeKey={`${order.status}-${order.expires_at ?? ''}`}
          className={isRunningOut ? 'bg-time' : 'bg-action'}
        />
      </div>
    </div>
  );
}
