import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import type { Order, Sides } from './order.ts';
import { RefundForm } from './RefundForm.tsx';
import type { OrderActions } from './use-order-actions.ts';

/** Money beyond an agreement that is done: it goes back to where it came from, or to where its owner says when nobody knows that. */
export function Surplus({ order, sides, actions }: { readonly order: Order; readonly sides: Sides; readonly actions: OrderActions }) {
  const { t, locale } = useWords();
  if (order.surplus_amount === null) return null;
  const amount = formatMoney(order.surplus_amount, sides.income, locale);
  const asks = order.status !== 'refund_pending' && order.refund_fields.length > 0;
  return (
    <div className="mt-6 grid gap-4">
      <Notice role="status">{t(asks ? 'web.order.surplus_asks' : 'web.order.surplus', { amount })}</Notice>
      {asks ? <RefundForm order={order} actions={actions} label={t('web.requote.refund', { amount })} /> : null}
    </div>
  );
}
