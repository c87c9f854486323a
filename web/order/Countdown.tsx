import { CountdownBar } from '#ui/CountdownBar.tsx';
import type { OrderStatus } from '#core/order/status.ts';
import { formatDateTime, formatLeft } from '#core/format/moment.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { leftUntil, type Order } from './order.ts';
import { useTimeLeft } from './use-time-left.ts';

const RUNNING_OUT_MS = 5 * 60_000;

/** What the time is for. */
const LABELS: Readonly<Partial<Record<OrderStatus, string>>> = {
  awaiting_payment: 'to_pay',
  awaiting_confirmation: 'to_confirm',
  payment_claimed: 'to_operator',
  moderation: 'to_hold',
  compliance_hold: 'to_decide',
  requote: 'to_choose',
};

/** What happens when a choice is left open. */
function unanswered({ requote, refund_fields: fields }: Order): string {
  if (requote?.options[0]?.choice === 'as_agreed') return 'order.zero_as_agreed';
  return fields.length === 0 ? 'order.zero_returned' : 'order.zero_asks';
}

/** Time left of the present state, by the server's clock: the order carries its deadline and the moment it was read. */
export function Countdown({ order, readAt }: { readonly order: Order; readonly readAt: number | null }) {
  const { t, locale } = useWords();
  const left = leftUntil(order.expires_at, order.server_time);
  const shown = useTimeLeft(order.expires_at, { order, readAt });
  if (left === null || shown === null || order.expires_at === null) return null;
  const isRunningOut = shown < RUNNING_OUT_MS;
  const began = order.timeline.at(-1)?.at ?? order.server_time;
  // Where people look for the money they do so from the first minute on
  const label = order.status === 'payment_claimed' && order.received_by_people ? 'to_find' : (LABELS[order.status] ?? 'here');
  return (
    <div role="timer" className="mt-4 print:hidden">
      <p className="figures flex noscript:hidden flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm text-muted">{t(`order.left_${label}`)}</span>
        <span className={`ml-auto text-2xl font-semibold tracking-tight ${isRunningOut ? 'text-time' : ''}`}>{formatLeft(shown)}</span>
      </p>
      <div className="mt-1 text-muted noscript:hidden">
        <CountdownBar
          totalMs={Math.max(left, Date.parse(order.expires_at) - Date.parse(began))}
          leftMs={() => left}
          resetKey={`${order.status}-${order.expires_at}`}
          className={isRunningOut ? 'bg-time' : 'bg-action'}
        />
      </div>
      {shown <= 0 ? <p className="mt-2 text-sm leading-6">{t(`order.over_${label}`)}</p> : null}
      {shown > 0 && order.requote !== null && order.received_amount !== null ? (
        <p className="mt-2 text-sm leading-6 text-muted">{t(unanswered(order), { at: formatDateTime(order.expires_at, locale) })}</p>
      ) : null}
    </div>
  );
}
