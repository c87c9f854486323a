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

/** Asks where to return money received beyond the order; `useSurplusSentences` says what happens to it. A pending refund has its own form. */
export function Surplus({ order, sides, actions }: SurplusProps) {
  const { t, locale } = useTranslation();
  const { surplus_amount: surplus, surplus_return: plan } = order;
  if (surplus === null || plan !== 'destination_needed' || order.status === 'refund_pending') return null;
  return (
    <div className="mt-6">
      <RefundForm
        order={order}
        actions={actions}
        label={t('order.requote.refund', { amount: formatMoney(surplus, sides.income, locale) })}
      />
    </div>
  );
}

/** What was, or will be, returned of the money received beyond the order; empty: nothing. Part of the state's second line. */
export function useSurplusSentences({ order, sides }: Pick<SurplusProps, 'order' | 'sides'>): readonly string[] {
  const { t, locale } = useTranslation();
  const { surplus_amount: surplus, surplus_return: plan, surplus_returned_amount: returned } = order;
  const sentence = (key: string, amount: string) => t(`order.surplus_${key}`, { amount: formatMoney(amount, sides.income, locale) });
  return [
    ...(returned === null ? [] : [sentence('was_returned', returned)]),
    ...(surplus === null || plan === null ? [] : [sentence(plan, surplus)]),
  ];
}
