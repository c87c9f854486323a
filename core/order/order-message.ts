import type { Ending } from './ending.ts';
import type { OrderStatus } from './status.ts';

/** Facts that choose the message of an order. The page gets them from the API, an e-mail from the database. */
export interface MessageFacts {
  readonly status: OrderStatus;
  /** After a failed payout the customer is asked for another destination, or has entered one. */
  readonly destinationRequest: 'asked' | 'given' | null;
  readonly isPaidByPeople: boolean;
  /** Why people review the payout. */
  readonly reviewReason: 'amount' | 'check' | null;
  /** The previous state. */
  readonly before: OrderStatus | null;
  readonly areRequisitesTaken: boolean;
  readonly ending: Ending | null;
}

/** The message of page and e-mail: about the state, or about a fact that has a message of its own. */
export type OrderMessage =
  | OrderStatus
  | Exclude<Ending, 'unpaid' | 'declined' | 'rejected'>
  | 'destination_asked'
  | 'destination_given'
  | 'with_people'
  | 'look_amount'
  | 'look_check'
  | 'taken_back'
  | 'requisites_taken';

/** States from which a reverted payment leads to moderation. A person reviews such an order, but need not search for a payment. */
const BEFORE_REVERSAL: readonly OrderStatus[] = [
  'payment_detected',
  'requote',
  'paid',
  'payout_pending',
  'payout_failed',
  'refund_pending',
];

/** Whether a bank or a network reverted the payment. Nothing else leads from those states to moderation (T8). */
export const isPaymentReversed = ({ status, before }: Pick<MessageFacts, 'status' | 'before'>): boolean =>
  status === 'moderation' && before !== null && BEFORE_REVERSAL.includes(before);

/** The message of an order. A payout handed to a person counts as sent only when the person reports it. */
export function orderMessage(facts: MessageFacts): OrderMessage {
  const { status, destinationRequest, reviewReason, ending } = facts;
  if (destinationRequest !== null) return `destination_${destinationRequest}`;
  if (status === 'payout_sent' && facts.isPaidByPeople) return 'with_people';
  if (reviewReason !== null) return `look_${reviewReason}`;
  if (isPaymentReversed(facts)) return 'taken_back';
  if (status === 'awaiting_requisites' && facts.areRequisitesTaken) return 'requisites_taken';
  return ending === null || ending === 'unpaid' || ending === 'declined' ? status : ending;
}
