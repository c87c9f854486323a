import { officeAskRefundDestination, officeSetRefundDestination } from '#contract/office/money/payouts.ts';
import { DestinationActions, type DestinationProps } from './DestinationActions.tsx';

/** A refund without a destination: two operators set another one, or the customer is asked on the order page. */
export function RefundDestination({ id, order, lease }: DestinationProps) {
  const { version } = order;
  return (
    <DestinationActions
      id={id}
      lease={lease}
      fields={order.refund_fields}
      member="refund_requisites"
      propose={{
        kind: 'set_refund_destination',
        label: 'office.payout.set_destination',
        effect: 'office.payout.destination_effect',
        send: (call, { values, hasNoMemo: isBare, note }) => {
          const body = { refund_requisites: values, ...(isBare ? { no_memo: true } : {}), note, version };
          return call(officeSetRefundDestination, { params: { id }, body });
        },
      }}
      ask={{
        isOffered: true,
        label: 'office.payout.ask_destination',
        effect: 'office.payout.ask_effect',
        send: (call, note) => call(officeAskRefundDestination, { params: { id }, body: { note, version } }),
      }}
    />
  );
}
