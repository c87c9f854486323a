import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChequeUpload } from '#web/order/ChequeUpload.tsx';
import { hasReversedPayment } from '#web/order/state-messages.ts';
import { Transaction } from '#web/order/Transaction.tsx';
import { TestBank } from './AwaitingPayment.tsx';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state-props.ts';

/** The customer claims to have paid; requisites stay available. */
export function PaymentClaimed({ order, sides, requisitesState, actions, mode }: StateProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-6">
      {order.received_by_people ? <Notice>{t('order.people_check')}</Notice> : null}
      {order.allowed_actions.includes('send_cheque') ? <ChequeUpload order={order} actions={actions} /> : null}
      {mode === 'demo' && !order.received_by_people ? <TestBank orderId={order.id} /> : null}
      <details>
        <summary className="link inline-block min-h-6 text-sm font-medium">{t('order.requisites_again')}</summary>
        <Requisites requisitesState={requisitesState} sides={sides} />
      </details>
    </div>
  );
}

/** Most confirmations that are shown as marks. */
const MAX_MARKS = 40;

/** The transfer was detected; shows its confirmations. */
export function PaymentDetected({ order, sides }: StateProps) {
  const { t, locale } = useTranslation();
  const { confirmations, required_confirmations: required, received_amount: received } = order;
  return (
    <div className="grid gap-4">
      {confirmations === null || required === null || required === 0 ? null : (
        <div>
          <p className="figures mb-2 text-lg font-semibold">{t('order.confirmations', { count: confirmations, required })}</p>
          {required > MAX_MARKS ? null : (
            <div aria-hidden="true" className="flex gap-1">
              {Array.from({ length: required }, (_, index) => (
                <span
                  key={index}
                  className={`h-2 flex-1 rounded-xs transition-colors duration-(--calm) ${index < confirmations ? 'bg-action' : 'bar-ahead'}`}
                />
              ))}
            </div>
          )}
        </div>
      )}
      {received === null ? null : <p className="figures">{t('order.received', { amount: formatMoney(received, sides.income, locale) })}</p>}
      <Transaction label={t('order.income_tx')} tx={order.income_tx} />
    </div>
  );
}

/** An operator checks the payment. A cheque helps to find a transfer, but not a reversed one. */
export function Moderation({ order, actions }: StateProps) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      {order.reason === null ? null : <Notice>{t('order.reason', { reason: order.reason })}</Notice>}
      {order.allowed_actions.includes('send_cheque') && !hasReversedPayment(order) ? (
        <ChequeUpload order={order} actions={actions} />
      ) : null}
    </div>
  );
}
