import type { OrderStatus } from '#core/order/status.ts';
import { isPaymentReversed, type OrderMessage, orderMessage } from '#core/order/order-message.ts';
import type { Order } from './order.ts';
import type { RequoteFact } from '#core/order/requote-options.ts';

/** What happened, for the heading of a requote (domain 5: "the page states the fact first"). */
export function requoteFact({ requote, timeline }: Pick<Order, 'requote' | 'timeline'>): RequoteFact | 'cancelled' {
  if (requote?.fact !== 'closed') return requote?.fact ?? 'rate';
  return timeline.findLast((line) => line.status !== 'requote')?.status === 'cancelled' ? 'cancelled' : 'closed';
}

/** Message keys of the heading and of the sentence below it. */
interface StateMessages {
  readonly title: string;
  readonly next: string;
}

type MessageFacts = Pick<
  Order,
  'status' | 'destination_request' | 'paid_by_people' | 'payout_look_why' | 'timeline' | 'are_requisites_taken' | 'ending'
>;

const previousStatusOf = ({ timeline }: Pick<Order, 'timeline'>): OrderStatus | null => timeline.at(-2)?.status ?? null;

const orderMessageOf = (order: MessageFacts): OrderMessage =>
  orderMessage({
    status: order.status,
    destinationRequest: order.destination_request?.state ?? null,
    isPaidByPeople: order.paid_by_people,
    reviewReason: order.payout_look_why,
    before: previousStatusOf(order),
    areRequisitesTaken: order.are_requisites_taken,
    ending: order.ending,
  });

const keysBelow = (base: string): StateMessages => ({ title: `${base}.title`, next: `${base}.next` });

/** Message keys that differ from `status.<status>` and `order.ending.<ending>`. */
const MESSAGE_KEYS: Readonly<Partial<Record<OrderMessage, StateMessages>>> = {
  destination_asked: { title: 'order.destination.title_asked', next: 'order.destination.next_asked' },
  destination_given: { title: 'order.destination.title_given', next: 'order.destination.next_given' },
  with_people: keysBelow('order.with_people'),
  look_amount: { title: 'order.payout_look.title', next: 'order.payout_look.next_amount' },
  look_check: { title: 'order.payout_look.title', next: 'order.payout_look.next_check' },
  taken_back: keysBelow('order.taken_back'),
  requisites_taken: keysBelow('order.taken'),
};

const keysOf = (message: OrderMessage, { status, ending }: Pick<Order, 'status' | 'ending'>): StateMessages =>
  MESSAGE_KEYS[message] ?? keysBelow(message !== status && message === ending ? `order.ending.${message}` : `status.${status}`);

/** Message key of a status in the history. */
export function timelineMessage(order: Pick<Order, 'paid_by_people' | 'ending' | 'status'>, status: OrderStatus): string {
  const { ending } = order;
  const base = { destinationRequest: null, reviewReason: null, before: null, areRequisitesTaken: false } as const;
  const isNow = status === order.status;
  const message = orderMessage({ ...base, status, isPaidByPeople: order.paid_by_people, ending: isNow ? ending : null });
  return keysOf(message, { status, ending }).title.replace(/title$/, 'short');
}

/** Whether the payment was reversed by a bank or a network. */
export const hasReversedPayment = (order: Pick<Order, 'status' | 'timeline'>): boolean =>
  isPaymentReversed({ status: order.status, before: previousStatusOf(order) });

/** Message key for the tab's title: without amounts. */
export const tabTitleOf = (order: MessageFacts): string => keysOf(orderMessageOf(order), order).title;

/** Payment on a provider's page: not opened yet, by a link of SBP, or returned as paid before the provider's report. */
export type ProviderPageState = 'not_opened' | 'sbp' | 'returned';

/** Message keys of the heading and the next step. A requote states what happened instead of the status. */
export function stateMessages(order: Order, providerPage: ProviderPageState | null): StateMessages {
  const { status } = order;
  if (status === 'requote') {
    const fact = requoteFact(order);
    return { title: `order.requote.fact_${fact}`, next: `order.requote.why_${fact}` };
  }
  if (status === 'awaiting_payment' && providerPage === 'returned') return keysBelow('order.came_back');
  const keys = keysOf(orderMessageOf(order), order);
  if (status !== 'awaiting_payment' || providerPage === null) return keys;
  return { ...keys, next: providerPage === 'sbp' ? 'order.next_sbp' : 'order.next_elsewhere' };
}
