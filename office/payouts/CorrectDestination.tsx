import { officeAskDestination, officeCorrectDestination } from '#contract/office-payouts.ts';
import { DestinationDeeds, type DestinationProps } from './DestinationDeeds.tsx';

/** A payout that failed because of where it was sent: two operators name another destination, or its customer does by a link in a letter. */
export function CorrectDestination({ id, order, lease }: DestinationProps) {
  const { version } = order;
  return (
    <DestinationDeeds
      id={id}
      lease={lease}
      fields={order.payout_fields}
      member="requisites"
      propose={{
        kind: 'correct_destination',
        label: 'office.payout.correct_destination',
        effect: 'office.payout.correct_effect',
        call: (api, { values, isBare, note }, idempotencyKey) => {
          const body = { requisites: values, ...(isBare ? { no_memo: true } : {}), note, version };
          return api(officeCorrectDestination, { params: { id }, body, idempotencyKey });
        },
      }}
      ask={{
        isOffered: order.may_ask_destination,
        label: 'office.payout.ask_correction',
        effect: 'office.payout.ask_correction_effect',
        call: (api, note, idempotencyKey) => api(officeAskDestination, { params: { id }, body: { note, version }, idempotencyKey }),
      }}
    />
  );
}
