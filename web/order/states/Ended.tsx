import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { hasOwnReason } from '#core/order/ending.ts';
import { formatMoney } from '#core/format/amount.ts';
import { useApiAddress } from '#web/api/use-api-address.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { TxLine } from '#web/order/TxLine.tsx';
import { RefundForm } from '#web/order/late-refund-form.ts';
import { Stamp } from '#web/order/Stamp.tsx';
import type { StateProps } from './state.ts';
import { PayoutProofs } from './PayoutProofs.tsx';

/** Done: the receipt, and where the money went. */
export function Completed({ order, sides }: StateProps) {
  const { t, locale } = useWords();
  const address = useApiAddress();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="figures text-[clamp(1.375rem,8vw,2.25rem)] leading-11 font-semibold tracking-tight wrap-anywhere">
          {formatMoney(order.outcome_amount, sides.outcome, locale)}
        </p>
        <Stamp order={order} />
      </div>
      <TxLine label={t('order.outcome_tx')} tx={order.outcome_tx} />
      {order.receipt_url === null ? null : (
        <a href={address(order.receipt_url)} className={`${buttonLook('action')} print:hidden`} download={`razmen-${order.id}.pdf`}>
          {t('order.receipt')}
        </a>
      )}
      <PayoutProofs order={order} />
    </div>
  );
}

/** The money is on its way back, or back. */
export function Refund({ order, sides, actions }: StateProps) {
  const { t, locale } = useWords();
  const amount = order.refund?.amount ?? order.received_amount ?? order.income_amount;
  const fee = order.refund?.fee ?? '0';
  return (
    <div className="grid gap-4">
      <p className="figures">
        {t(order.status === 'refunded' ? 'order.refunded_of' : 'order.refund_of', {
          amount: formatMoney(amount, sides.income, locale),
        })}
      </p>
      {fee === '0' ? null : (
        <p className="figures text-sm leading-6 text-muted">
          {t('order.refund_parts', {
            received: formatMoney(order.received_amount ?? amount, sides.income, locale),
            fee: formatMoney(fee, sides.income, locale),
          })}
        </p>
      )}
      {order.reason === null ? null : <Notice>{t('order.reason', { reason: order.reason })}</Notice>}
      <TxLine label={t('order.refund_tx')} tx={order.outcome_tx} />
      <PayoutProofs order={order} />
      {order.allowed_actions.includes('request_refund') ? (
        <RefundForm order={order} actions={actions} label={t('order.refund.send')} />
      ) : null}
    </div>
  );
}

/** Over without an exchange: why, and where payment was asked for, what to do if money is already on its way (domain T22). */
export function EndedUnpaid({ order }: StateProps) {
  const { t } = useWords();
  const { reason, ending, timeline } = order;
  return (
    <div className="grid gap-4">
      {reason === null || ending === null || !hasOwnReason(ending) ? null : <Notice>{t('order.reason', { reason })}</Notice>}
      {timeline.some(({ status }) => status === 'awaiting_payment') ? (
        <p className="text-sm leading-6 text-muted">{t(order.status === 'payment_failed' ? 'order.failed_money' : 'order.late_money')}</p>
      ) : null}
    </div>
  );
}

/** Refused, with the reason. */
export function Rejected({ order }: StateProps) {
  const { t } = useWords();
  return <Notice tone="loss">{order.reason === null ? t('order.reason_unknown') : t('order.reason', { reason: order.reason })}</Notice>;
}
