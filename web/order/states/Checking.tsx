import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { ChequeUpload } from '#web/order/ChequeUpload.tsx';
import { isTakenBack } from '#web/order/state-words.ts';
import { TxLine } from '#web/order/TxLine.tsx';
import { DecidedBy } from './DecidedBy.tsx';
import { TestBank } from './AwaitingPayment.tsx';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state.ts';

/** The customer says he paid: we look for it; the requisites stay at hand. */
export function PaymentClaimed({ order, sides, asked, actions, mode }: StateProps) {
  const { t } = useWords();
  return (
    <div className="grid gap-6">
      {order.received_by_people ? <Notice>{t('order.people_check')}</Notice> : null}
      {order.allowed_actions.includes('send_cheque') ? <ChequeUpload order={order} actions={actions} /> : null}
      {mode === 'demo' && !order.received_by_people ? <TestBank orderId={order.id} /> : null}
      <details>
        <summary className="link inline-block min-h-6 text-sm font-medium">{t('order.requisites_again')}</summary>
        <Requisites asked={asked} sides={sides} />
      </details>
    </div>
  );
}

/** The transfer is seen: every confirmation fills a mark. */
export function PaymentDetected({ order, sides }: StateProps) {
  const { t, locale } = useWords();
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
      <TxLine label={t('order.income_tx')} tx={order.income_tx} />
    </div>
  );
}

const MAX_MARKS = 40;

/** A person looks at it. A receipt helps to find a transfer, not one that was taken back. */
export function Moderation({ order, actions }: StateProps) {
  const { t } = useWords();
  return (
    <div className="grid gap-4">
      {order.reason === null ? null : <Notice>{t('order.reason', { reason: order.reason })}</Notice>}
      {order.allowed_actions.includes('send_cheque') && !isTakenBack(order) ? <ChequeUpload order={order} actions={actions} /> : null}
    </div>
  );
}

/** Held by a compliance check: the reason, until when a person decides, and the way back for the money. */
export function ComplianceHold({ order }: StateProps) {
  const { t } = useWords();
  const { expires_at: until, refund_fields: fields } = order;
  return (
    <div className="grid gap-4">
      <Notice tone="time">{order.reason === null ? t('order.compliance') : t('order.reason', { reason: order.reason })}</Notice>
      <DecidedBy until={until} serverTime={order.server_time} />
      <p className="text-sm leading-6 text-muted">{t(fields.length === 0 ? 'order.compliance_refund' : 'order.compliance_refund_asks')}</p>
    </div>
  );
}
