import { officeAskDestination, officeCorrectDestination } from '#contract/office/money/payouts.ts';
import { DestinationActions, type DestinationProps } from './DestinationActions.tsx';

/** A payout that failed because of its destination: two operators correct it, or the customer does by a link in an e-mail. */
export function CorrectDestination({ id, order, lease }: DestinationProps) {
  const { version } = order;
  return (
    <DestinationActions
      id={id}
      lease={lease}
      fields={order.payout_fields}
      member="requisites"
      propose={{
        kind: 'correct_destination',
        label: 'office.payout.correct_destination',
        effect: 'office.payout.correct_effect',
        send: (call, { values, hasNoMemo: isBare, note }) => {
          const body = { requisites: values, ...(isBare ? { no_memo: true } : {}), note, version };
          return call(officeCorrectDestination, { params: { id }, body });
        },
      }}
      ask={{
        isOffered: order.may_ask_destination,
        label: 'office.payout.ask_correction',
        effect: 'office.payout.ask_correction_effect',
        send: (call, note) => call(officeAskDestination, { params: { id }, body: { note, version } }),
      }}
    />
  );
}
