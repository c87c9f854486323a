import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { ChequeUpload } from '#web/order/ChequeUpload.tsx';
import { hasReversedPayment } from '#web/order/state-messages.ts';
import { Transaction } from '#web/order/Transaction.tsx';
import { TestBank } from './AwaitingPayment.tsx';
import { Requisites } from './Requisites.tsx';
import type { StateProps } from './state-props.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { formatDateTime } from '#core/format/moment.ts';
import type { Order } from '#web/order/order.ts';

/** Loaded only after a payout failed because of its destination. */
const DestinationForm = latePart(async () => (await import('#web/order/DestinationForm.tsx')).DestinationForm);

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

/** Compliance hold: the reason, the time of the decision, and a form for the refund destination. */
export function ComplianceHold({ order }: StateProps) {
  const { t } = useTranslation();
  const { expires_at: until, refund_fields: fields } = order;
  return (
    <div className="grid gap-4">
      <Notice tone="time">{order.reason === null ? t('order.compliance') : t('order.reason', { reason: order.reason })}</Notice>
      <DecidedBy until={until} serverTime={order.server_time} />
      <p className="text-sm leading-6 text-muted">{t(fields.length === 0 ? 'order.compliance_refund' : 'order.compliance_refund_asks')}</p>
    </div>
  );
}

/** The payment was received; the payout is prepared, or reviewed by an operator. */
export function Paid({ order, sides }: StateProps) {
  const { t, locale } = useTranslation();
  const received = order.received_amount ?? order.income_amount;
  return (
    <div className="grid gap-4">
      {order.payout_look_why === 'check' ? (
        <DecidedBy until={order.payout_look_until} serverTime={order.server_time} />
      ) : (
        <PromisedBy order={order} />
      )}
      <p className="figures">{t('order.received', { amount: formatMoney(received, sides.income, locale) })}</p>
      <Transaction label={t('order.income_tx')} tx={order.income_tx} />
    </div>
  );
}

/** The payout was sent; shows its transaction once known. */
export function PayoutSent({ order, sides }: StateProps) {
  const { t, locale } = useTranslation();
  return (
    <div className="grid gap-4">
      {order.paid_by_people ? null : (
        <p className="figures">{t('order.on_the_way', { amount: formatMoney(order.outcome_amount, sides.outcome, locale) })}</p>
      )}
      <PromisedBy order={order} />
      <Transaction label={t('order.outcome_tx')} tx={order.outcome_tx} />
      <Transaction label={t('order.income_tx')} tx={order.income_tx} />
    </div>
  );
}

/** The payout failed. An operator decides; if the destination was wrong, the customer enters another. */
export function PayoutFailed({ order, actions }: StateProps) {
  return order.destination_request === null ? <PromisedBy order={order} /> : <DestinationForm order={order} actions={actions} />;
}

/** Time until which an operator decides; nothing once it has passed. */
function DecidedBy({ until, serverTime }: { readonly until: string | null; readonly serverTime: string }) {
  const { t, locale } = useTranslation();
  if (until === null || Date.parse(until) <= Date.parse(serverTime)) return null;
  return <p className="leading-6">{t('order.compliance_until', { at: formatDateTime(until, locale) })}</p>;
}

/** Promised time of the payout or, after a failure, of the decision; with the missed promise if there was one. */
function PromisedBy({ order: { status, payout_promise: promise, payout_overdue_since: overdue } }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  if (overdue !== null) return <p className="leading-6">{t('order.promises_over', { missed: formatDateTime(overdue, locale) })}</p>;
  if (promise === null) return null;
  const at = formatDateTime(promise.at, locale);
  return (
    <p className="leading-6">
      {promise.missed_at === null
        ? t(status === 'payout_failed' ? 'order.decided_by' : 'order.promised_by', { at })
        : t('order.promise_missed', { missed: formatDateTime(promise.missed_at, locale), at })}
    </p>
  );
}
