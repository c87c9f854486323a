import { formatMoney } from '#core/format/amount.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { TxLine } from '#web/order/TxLine.tsx';
import { latePart } from '#web/shell/late-part.tsx';
import { DecidedBy } from './DecidedBy.tsx';
import { PromisedBy } from './PromisedBy.tsx';
import type { StateProps } from './state.ts';

/** Comes where a payout failed because of its destination. */
const DestinationForm = latePart(async () => (await import('#web/order/DestinationForm.tsx')).DestinationForm);

/** The money is here; the payout is being made ready, or a person looks at it. */
export function Paid({ order, sides }: StateProps) {
  const { t, locale } = useWords();
  const received = order.received_amount ?? order.income_amount;
  return (
    <div className="grid gap-4">
      {order.payout_look_why === 'check' ? (
        <DecidedBy until={order.payout_look_until} serverTime={order.server_time} />
      ) : (
        <PromisedBy order={order} />
      )}
      <p className="figures">{t('order.received', { amount: formatMoney(received, sides.income, locale) })}</p>
      <TxLine label={t('order.income_tx')} tx={order.income_tx} />
    </div>
  );
}

/** The payout is on its way, with its transaction as soon as there is one. */
export function PayoutSent({ order, sides }: StateProps) {
  const { t, locale } = useWords();
  return (
    <div className="grid gap-4">
      {order.paid_by_people ? null : (
        <p className="figures">{t('order.on_the_way', { amount: formatMoney(order.outcome_amount, sides.outcome, locale) })}</p>
      )}
      <PromisedBy order={order} />
      <TxLine label={t('order.outcome_tx')} tx={order.outcome_tx} />
    </div>
  );
}

/** The payout did not go through: an operator decides; where it failed because of its destination, the customer names another. */
export function PayoutFailed({ order, actions }: StateProps) {
  return order.destination_request === null ? <PromisedBy order={order} /> : <DestinationForm order={order} actions={actions} />;
}
