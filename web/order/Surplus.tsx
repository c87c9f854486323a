import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order, Sides } from './order.ts';
import { RefundForm } from './RefundForm.tsx';
import type { OrderActions } from './use-order-actions.ts';

export interface SurplusProps {
  readonly order: Order;
  readonly sides: Sides;
  readonly actions: OrderActions;
}

/** Money beyond the order: what becomes of it, and the question where to return it. A refund under way asks that in its own place. */
export function Surplus({ order, sides, actions }: SurplusProps) {
  const { t, locale } = useWords();
  if (order.surplus_amount === null || order.surplus_return === null) return null;
  const amount = formatMoney(order.surplus_amount, sides.income, locale);
  return (
    <div className="mt-6 grid gap-4">
      <Notice role="status">{t(`order.surplus_${order.surplus_return}`, { amount })}</Notice>
      {order.surplus_return === 'destination_needed' && order.status !== 'refund_pending' ? (
        <RefundForm order={order} actions={actions} label={t('order.requote.refund', { amount })} />
      ) : null}
    </div>
  );
}
