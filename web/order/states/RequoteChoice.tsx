import { Button } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { SlipRows } from '#ui/Slip.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { RefundForm } from '#web/order/RefundForm.tsx';
import type { Order } from '#web/order/order.ts';
import type { StateProps } from './state.ts';

/** Why there is a choice; money for a cancelled order is told apart from money that was too late. */
function reasonOf(order: Order, reason: NonNullable<Order['requote']>['reason']) {
  const before = order.timeline.findLast((line) => line.status !== 'requote')?.status;
  return reason === 'reopened' && before === 'cancelled' ? 'reopened_cancelled' : reason;
}

/** What came differs from what was agreed: the new amounts or the money back, chosen by the customer (domain T16, T17). */
export function RequoteChoice({ order, sides, actions }: StateProps) {
  const { t, locale } = useWords();
  const { requote } = order;
  if (requote === null) return null;
  const income = (amount: string) => formatMoney(amount, sides.income, locale);
  const outcome = (amount: string) => formatMoney(amount, sides.outcome, locale);
  const rows = [
    { name: t('web.requote.agreed'), value: `${income(order.income_amount)} ${t('web.requote.for')} ${outcome(order.outcome_amount)}` },
    { name: t('web.requote.received'), value: income(requote.received_amount) },
    ...(requote.outcome_amount === null ? [] : [{ name: t('web.requote.offer'), value: outcome(requote.outcome_amount) }]),
  ];
  const failure = actions.failure?.action === 'accept_requote' ? actions.failure.message : null;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Notice tone="time">{t(`web.requote.reason_${reasonOf(order, requote.reason)}`)}</Notice>
      <SlipRows rows={rows} />
      <div className={order.refund_fields.length === 0 ? 'grid gap-3 sm:grid-cols-2' : 'grid gap-5'}>
        {requote.outcome_amount === null || !order.allowed_actions.includes('accept_requote') ? null : (
          <Button tone="action" aria-disabled={actions.busy !== null} onClick={actions.acceptRequote}>
            {t('web.requote.accept', { amount: outcome(requote.outcome_amount) })}
          </Button>
        )}
        {order.allowed_actions.includes('request_refund') ? (
          <RefundForm order={order} actions={actions} label={t('web.requote.refund', { amount: income(requote.refund_amount) })} />
        ) : null}
      </div>
      {failure === null ? null : (
        <Notice tone="loss" role="alert">
          {failure}
        </Notice>
      )}
    </div>
  );
}
