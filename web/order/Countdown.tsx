import { CountdownBar } from '#ui/CountdownBar.tsx';
import type { OrderStatus } from '#core/order/status.ts';
import { formatDateTime, formatTimeLeft } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { msUntil, type Order } from './order.ts';
import { useEffect, useState } from 'react';

/** Milliseconds until `until` by the server's clock, updated every second; negative once it has passed; null without `until`. */
export function useTimeLeft(
  until: string | null,
  { order, readAt }: { readonly order: Order; readonly readAt: number | null },
): number | null {
  const initialMs = msUntil(until, order.server_time);
  const [remainingMs, setRemainingMs] = useState(initialMs);
  useEffect(() => {
    if (initialMs === null) return;
    const endsAt = (readAt ?? Date.now()) + initialMs;
    const tick = () => setRemainingMs(endsAt - Date.now());
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [initialMs, readAt]);
  return initialMs === null ? null : remainingMs;
}

const SHORT_TIME_MS = 5 * 60_000;

/** Message keys: what the time is for. */
const LABELS: Readonly<Partial<Record<OrderStatus, string>>> = {
  awaiting_payment: 'to_pay',
  awaiting_confirmation: 'to_confirm',
  payment_claimed: 'to_operator',
  moderation: 'to_hold',
  compliance_hold: 'to_decide',
  requote: 'to_choose',
};

/** What happens when the customer makes no choice. */
function expiryMessageKey({ requote, refund_fields: fields }: Order): string {
  if (requote?.options[0]?.choice === 'as_agreed') return 'order.zero_as_agreed';
  return fields.length === 0 ? 'order.zero_returned' : 'order.zero_asks';
}

/** Time left in the current state, by the server's clock: the order contains its deadline and `server_time`. */
export function Countdown({ order, readAt }: { readonly order: Order; readonly readAt: number | null }) {
  const { t, locale } = useTranslation();
  const initialMs = msUntil(order.expires_at, order.server_time);
  const timeLeftMs = useTimeLeft(order.expires_at, { order, readAt });
  if (initialMs === null || timeLeftMs === null || order.expires_at === null) return null;
  const isTimeShort = timeLeftMs < SHORT_TIME_MS;
  const stateSince = order.timeline.at(-1)?.at ?? order.server_time;
  // An extended deadline is farther away than the state is old
  const totalMs = Math.max(initialMs, Date.parse(order.expires_at) - Date.parse(stateSince));
  // On a manual rail operators look for the money from the start
  const label = order.status === 'payment_claimed' && order.received_by_people ? 'to_find' : (LABELS[order.status] ?? 'here');
  return (
    <div role="timer" className="mt-4 print:hidden">
      <p className="figures flex noscript:hidden flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm text-muted">{t(`order.left_${label}`)}</span>
        <span className={`ml-auto text-2xl font-semibold tracking-tight ${isTimeShort ? 'text-time' : ''}`}>
          {formatTimeLeft(timeLeftMs)}
        </span>
      </p>
      <div className="mt-1 text-muted noscript:hidden">
        <CountdownBar
          totalMs={totalMs}
          remainingMs={() => initialMs}
          resetKey={`${order.status}-${order.expires_at}`}
          className={isTimeShort ? 'bg-time' : 'bg-action'}
        />
      </div>
      {timeLeftMs <= 0 ? <p className="mt-2 text-sm leading-6">{t(`order.over_${label}`)}</p> : null}
      {timeLeftMs > 0 && order.requote !== null && order.received_amount !== null ? (
        <p className="mt-2 text-sm leading-6 text-muted">{t(expiryMessageKey(order), { at: formatDateTime(order.expires_at, locale) })}</p>
      ) : null}
    </div>
  );
}
