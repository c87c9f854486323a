import type { Ending } from './ending.ts';
import type { OrderStatus } from './status.ts';

/** What decides which words an order is told in; the page has it from the API, a letter from the database. */
export interface StoryFacts {
  readonly status: OrderStatus;
  /** The customer of a payout that failed is asked for another destination, or has named one. */
  readonly destinationRequest: 'asked' | 'given' | null;
  readonly isPaidByPeople: boolean;
  /** Why people look at the payout. */
  readonly look: 'amount' | 'check' | null;
  /** The state before the present one. */
  readonly before: OrderStatus | null;
  readonly areRequisitesTaken: boolean;
  readonly ending: Ending | null;
}

/** What an order tells its customer: its state, or the fact that has words of its own. Page and letter have words for each. */
export type Story =
  | OrderStatus
  | Exclude<Ending, 'unpaid' | 'declined' | 'rejected'>
  | 'destination_asked'
  | 'destination_given'
  | 'with_people'
  | 'look_amount'
  | 'look_check'
  | 'taken_back'
  | 'requisites_taken';

/** A transfer that was seen or booked and is gone. A person looks at such an order too, but searches for nothing. */
const BEFORE_LOSS: readonly OrderStatus[] = ['payment_detected', 'requote', 'paid', 'payout_pending', 'payout_failed', 'refund_pending'];

/** The money of the order was taken back by a bank or a network: from these states no other way leads to a person (T8). */
export const isTakenBack = ({ status, before }: Pick<StoryFacts, 'status' | 'before'>): boolean =>
  status === 'moderation' && before !== null && BEFORE_LOSS.includes(before);

/** The story of an order. A payout that is handed to a person is not sent before he says so: what he has not done yet is no fact. */
export function storyOf(facts: StoryFacts): Story {
  const { status, destinationRequest, look, ending } = facts;
  if (destinationRequest !== null) return `destination_${destinationRequest}`;
  if (status === 'payout_sent' && facts.isPaidByPeople) return 'with_people';
  if (look !== null) return `look_${look}`;
  if (isTakenBack(facts)) return 'taken_back';
  if (status === 'awaiting_requisites' && facts.areRequisitesTaken) return 'requisites_taken';
  return ending === null || ending === 'unpaid' || ending === 'declined' ? status : ending;
}
