import type { Ending } from '#core/order/ending.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Order } from './order.ts';
import { requoteFact } from './requote-fact.ts';

/** Keys of a headline and of the sentence below it. */
export interface StateWords {
  readonly title: string;
  readonly next: string;
}

/** A payout that is handed to a person is not sent before he says so: what he has not done yet is no fact. */
const isWithPeople = (order: Pick<Order, 'paid_by_people'>, status: OrderStatus): boolean =>
  status === 'payout_sent' && order.paid_by_people;

/** Where the words about how an order ended stand: those of its state, unless the cause has its own. */
const ENDED: Readonly<Record<Ending, string | null>> = {
  unpaid: null,
  card_not_shown: 'order.ending.card_not_shown',
  card_not_checked: 'order.ending.card_not_checked',
  card_not_shown_again: 'order.ending.card_not_shown_again',
  cancelled_by_customer: 'order.ending.cancelled_by_customer',
  called_off: 'order.ending.called_off',
  no_requisites: 'order.ending.no_requisites',
  card_rate_moved: 'order.ending.card_rate_moved',
  declined: null,
  card_refused: 'order.ending.card_refused',
  rejected: null,
};
const endedBy = ({ ending }: Pick<Order, 'ending'>): string | null => (ending === null ? null : ENDED[ending]);

/** The state in one line of the history. */
export function shortOf(order: Pick<Order, 'paid_by_people' | 'ending' | 'status'>, status: OrderStatus): string {
  if (isWithPeople(order, status)) return 'order.with_people.short';
  const ended = status === order.status ? endedBy(order) : null;
  return `${ended ?? `status.${status}`}.short`;
}

/** A transfer that was seen or booked and is gone. A person looks at such an order too, but searches for nothing. */
const BEFORE_LOSS: readonly OrderStatus[] = ['payment_detected', 'requote', 'paid', 'payout_pending', 'payout_failed', 'refund_pending'];

/** The money of the order was taken back by a bank or a network: from these states no other way leads to a person (T8). */
export function isTakenBack({ status, timeline }: Pick<Order, 'status' | 'timeline'>): boolean {
  const before = timeline.at(-2)?.status;
  return status === 'moderation' && before !== undefined && BEFORE_LOSS.includes(before);
}

/** The state in the name of the tab, where no amounts have room. */
export function tabTitleOf(order: Pick<Order, 'paid_by_people' | 'status' | 'payout_look_why' | 'timeline' | 'ending'>): string {
  if (isTakenBack(order)) return 'order.taken_back.title';
  if (order.payout_look_why !== null) return 'order.payout_look.title';
  if (isWithPeople(order, order.status)) return 'order.with_people.title';
  return `${endedBy(order) ?? `status.${order.status}`}.title`;
}

/** How one pays on a provider's page: not been there yet, or back from it as paid before its own word to us. */
export type Elsewhere = 'to_go' | 'back';

/** Keys of the headline and of the next step. A choice says what happened instead of what state it is. */
export function stateWords(order: Order, elsewhere: Elsewhere | null): StateWords {
  const { status } = order;
  const asked = order.destination_request?.state;
  if (asked !== undefined) return { title: `order.destination.title_${asked}`, next: `order.destination.next_${asked}` };
  if (isWithPeople(order, status)) return { title: 'order.with_people.title', next: 'order.with_people.next' };
  const look = order.payout_look_why;
  if (look !== null) return { title: 'order.payout_look.title', next: `order.payout_look.next_${look}` };
  if (isTakenBack(order)) return { title: 'order.taken_back.title', next: 'order.taken_back.next' };
  if (order.are_requisites_taken) return { title: 'order.taken.title', next: 'order.taken.next' };
  const ended = endedBy(order);
  if (ended !== null) return { title: `${ended}.title`, next: `${ended}.next` };
  if (status === 'requote') {
    const fact = requoteFact(order);
    return { title: `order.requote.fact_${fact}`, next: `order.requote.why_${fact}` };
  }
  if (status === 'awaiting_payment' && elsewhere === 'back') return { title: 'order.came_back.title', next: 'order.came_back.next' };
  const isToGo = status === 'awaiting_payment' && elsewhere === 'to_go';
  return { title: `status.${status}.title`, next: isToGo ? 'order.next_elsewhere' : `status.${status}.next` };
}
