import { useEffect, useState } from 'react';
import { Life } from '#ui/Life.tsx';
import type { OrderStatus } from '#core/order/status.ts';
import { formatLeft } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { leftAtReading, type Order } from './order.ts';

const RUNNING_OUT_MS = 5 * 60_000;

/** What the time is for. */
const LABELS: Readonly<Partial<Record<OrderStatus, string>>> = {
  awaiting_payment: 'left_to_pay',
  awaiting_confirmation: 'left_to_confirm',
  payment_claimed: 'left_to_operator',
  moderation: 'left_to_hold',
  requote: 'left_to_choose',
};

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
    <div role="timer" className="mt-4 print:hidden">
      <p className="figures flex items-baseline justify-between gap-3">
        <span className="text-sm text-muted">{t(`web.order.${LABELS[order.status] ?? 'left_here'}`)}</span>
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
      {order.status === 'requote' && order.received_amount !== null ? (
        <p className="mt-2 text-sm leading-6 text-muted">
          {t(order.refund_fields.length === 0 ? 'web.order.zero_returned' : 'web.order.zero_asks')}
        </p>
      ) : null}
    </div>
  );
}
