import { officeAskRefundDestination, officeSetRefundDestination } from '#contract/office-payouts.ts';
import { DestinationDeeds, type DestinationProps } from './DestinationDeeds.tsx';

/** A refund without a way: two operators name another destination, or its customer is asked on his own page. */
export function RefundDestination({ id, order, lease }: DestinationProps) {
  const { version } = order;
  return (
    <DestinationDeeds
      id={id}
      lease={lease}
      fields={order.refund_fields}
      member="refund_requisites"
      propose={{
        kind: 'set_refund_destination',
        label: 'office.payout.set_destination',
        effect: 'office.payout.destination_effect',
        call: (api, { values, isBare, note }, idempotencyKey) => {
          const body = { refund_requisites: values, ...(isBare ? { no_memo: true } : {}), note, version };
          return api(officeSetRefundDestination, { params: { id }, body, idempotencyKey });
        },
      }}
      ask={{
        isOffered: true,
        label: 'office.payout.ask_destination',
        effect: 'office.payout.ask_effect',
        call: (api, note, idempotencyKey) => api(officeAskRefundDestination, { params: { id }, body: { note, version }, idempotencyKey }),
      }}
    />
  );
}
