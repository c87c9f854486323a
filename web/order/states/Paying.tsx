import { formatMoney } from '#core/format/amount.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Transaction } from '#web/order/Transaction.tsx';
import { latePart } from '#web/loading/late-part.tsx';
import { DecidedBy } from './DecidedBy.tsx';
import { PromisedBy } from './PromisedBy.tsx';
import type { StateProps } from './state.ts';

/** Loaded only after a payout failed because of its destination. */
const DestinationForm = latePart(async () => (await import('#web/order/DestinationForm.tsx')).DestinationForm);

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
    </div>
  );
}

/** The payout failed. An operator decides; if the destination was wrong, the customer enters another. */
export function PayoutFailed({ order, actions }: StateProps) {
  return order.destination_request === null ? <PromisedBy order={order} /> : <DestinationForm order={order} actions={actions} />;
}
