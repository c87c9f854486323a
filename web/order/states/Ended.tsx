import { buttonLook } from '#ui/Button.tsx';
import { Notice } from '#ui/Notice.tsx';
import { hasOwnReason } from '#core/order/ending.ts';
import { formatMoney } from '#core/format/amount.ts';
import { useApiAddress } from '#web/api/use-api-address.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Transaction } from '#web/order/Transaction.tsx';
import { RefundForm } from '#web/order/late-refund-form.ts';
import type { StateProps } from './state-props.ts';
import { useState } from 'react';
import { useIsHydrated } from '#web/loading/use-is-hydrated.ts';
import { formatClock } from '#core/format/moment.ts';
import type { Order } from '#web/order/order.ts';

/** Completed: the receipt and the payout. */
export function Completed({ order, sides }: StateProps) {
  const { t, locale } = useTranslation();
  const address = useApiAddress();
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="figures text-[clamp(1.375rem,8vw,2.25rem)] leading-11 font-semibold tracking-tight wrap-anywhere">
          {formatMoney(order.outcome_amount, sides.outcome, locale)}
        </p>
        <Stamp order={order} />
      </div>
      <Transaction label={t('order.outcome_tx')} tx={order.outcome_tx} />
      <Transaction label={t('order.income_tx')} tx={order.income_tx} />
      {order.receipt_url === null ? null : (
        <a href={address(order.receipt_url)} className={`${buttonLook('action')} print:hidden`} download={`razmen-${order.number}.pdf`}>
          {t('order.receipt')}
        </a>
      )}
      <PayoutProofs order={order} />
    </div>
  );
}

/** Refund, pending or done. */
export function Refund({ order, sides, actions }: StateProps) {
  const { t, locale } = useTranslation();
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
      <Transaction label={t('order.refund_tx')} tx={order.outcome_tx} />
      <Transaction label={t('order.income_tx')} tx={order.income_tx} />
      <PayoutProofs order={order} />
      {order.allowed_actions.includes('request_refund') ? (
        <RefundForm order={order} actions={actions} label={t('order.refund.send')} />
      ) : null}
    </div>
  );
}

/** Ended without payment: the reason and, if requisites were shown, what to do if money was already sent (domain T22). */
export function EndedUnpaid({ order }: StateProps) {
  const { t } = useTranslation();
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

/** Rejected, with the reason. */
export function Rejected({ order }: StateProps) {
  const { t } = useTranslation();
  return <Notice tone="loss">{order.reason === null ? t('order.reason_unknown') : t('order.reason', { reason: order.reason })}</Notice>;
}

/** Bank documents of manual payouts that the operator shared with the customer. */
function PayoutProofs({ order }: Pick<StateProps, 'order'>) {
  const { t } = useTranslation();
  const address = useApiAddress();
  if (order.payout_proofs.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {order.payout_proofs.map(({ purpose, url }) => (
        <li key={url}>
          <a href={address(url)} className="link inline-flex min-h-11 items-center font-medium" download>
            {t(`order.proof.${purpose}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Stamp of a completed order with its time, animated only if the page was open then. Decorative: the heading says the same. */
function Stamp({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  const isHydrated = useIsHydrated();
  const [isAnimated] = useState(isHydrated);
  const completedAt = order.timeline.findLast(({ status }) => status === 'completed')?.at;
  if (completedAt === undefined) return null;
  return (
    <p aria-hidden="true" className={`figures stamp ${isAnimated ? 'stamp-falls' : ''}`}>
      {t('order.stamp')}
      <span className="block text-center text-lg leading-6 whitespace-nowrap">{formatClock(completedAt, locale)}</span>
    </p>
  );
}
