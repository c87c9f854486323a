import { useRouteLoaderData } from 'react-router';
import { Notice } from '#ui/Notice.tsx';
import { formatMoney } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { latePart } from '#web/loading/late-part.tsx';
import { type LatePayout, latePayoutOf } from '#web/order/late-payout.ts';
import type { Order } from '#web/order/order.ts';
import { Transaction } from '#web/order/Transaction.tsx';
import type { StateProps } from './state-props.ts';

/** Loaded only after a payout failed because of its destination. */
const DestinationForm = latePart(async () => (await import('#web/order/DestinationForm.tsx')).DestinationForm);

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
      <PromisedBy order={order} />
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
  if (order.destination_request === null) return <PromisedBy order={order} />;
  return (
    <div className="grid gap-4">
      {order.destination_request.state === 'given' ? <PromisedBy order={order} /> : null}
      <DestinationForm order={order} actions={actions} />
    </div>
  );
}

/** Time until which an operator decides; nothing once it has passed. */
function DecidedBy({ until, serverTime }: { readonly until: string | null; readonly serverTime: string }) {
  const { t, locale } = useTranslation();
  if (until === null || Date.parse(until) <= Date.parse(serverTime)) return null;
  return <p className="leading-6">{t('order.compliance_until', { at: formatDateTime(until, locale) })}</p>;
}

/** Promised time of the payout or, after a failure, of the decision. A late one: why, by when, what follows, and the chat. */
function PromisedBy({ order }: { readonly order: Order }) {
  const { t, locale } = useTranslation();
  const late = latePayoutOf(order);
  if (late !== null) return <Late order={order} late={late} />;
  if (order.payout_look_why === 'check') return <DecidedBy until={order.payout_look_until} serverTime={order.server_time} />;
  if (order.payout_promise === null) return null;
  const at = formatDateTime(order.payout_promise.at, locale);
  return <p className="leading-6">{t(order.status === 'payout_failed' ? 'order.decided_by' : 'order.promised_by', { at })}</p>;
}

function Late({ order, late: { missedAt, nextAt, why } }: { readonly order: Order; readonly late: LatePayout }) {
  const { t, to, locale } = useTranslation();
  const site = useRouteLoaderData<{ readonly linksOff?: readonly string[] }>('root');
  const missed = formatDateTime(missedAt, locale);
  return (
    <Notice
      tone="time"
      title={
        nextAt === null ? t('order.promises_over', { missed }) : t('order.promise_missed', { missed, at: formatDateTime(nextAt, locale) })
      }
    >
      <p className="mt-1">{t(`order.late.${why}`)}</p>
      <p className="mt-1">{t('order.late.next')}</p>
      {site?.linksOff?.includes('/support') === true ? null : (
        <a href={to(`/support?order=${order.id}`)} className="link inline-flex min-h-11 items-center font-medium print:hidden">
          {t('order.late.chat')}
        </a>
      )}
    </Notice>
  );
}
