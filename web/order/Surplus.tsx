import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Order, Sides } from './order.ts';
import { RefundForm } from './late-refund-form.ts';
import type { OrderActions } from './use-order-actions.ts';

export interface SurplusProps {
  readonly order: Order;
  readonly sides: Sides;
  readonly actions: OrderActions;
}

/** Money received beyond the order: what happens to it, and a form for its destination. A pending refund has its own form. */
export function Surplus({ order, sides, actions }: SurplusProps) {
  const { t, locale } = useTranslation();
  const { surplus_amount: surplus, surplus_return: plan, surplus_returned_amount: returned } = order;
  if (surplus === null && returned === null) return null;
  const amount = surplus === null ? '' : formatMoney(surplus, sides.income, locale);
  return (
    <div className="mt-6 grid gap-4">
      {returned === null ? null : (
        <Notice role="status">{t('order.surplus_was_returned', { amount: formatMoney(returned, sides.income, locale) })}</Notice>
      )}
      {plan === null ? null : <Notice role="status">{t(`order.surplus_${plan}`, { amount })}</Notice>}
      {plan === 'destination_needed' && order.status !== 'refund_pending' ? (
        <RefundForm order={order} actions={actions} label={t('order.requote.refund', { amount })} />
      ) : null}
    </div>
  );
}
