import type { OrderStatus } from '#core/order/status.ts';
import { isPaymentReversed, type OrderMessage, orderMessage } from '#core/order/order-message.ts';
import type { Order } from './order.ts';
import { requoteFact } from './requote-fact.ts';

/** Message keys of the heading and of the sentence below it. */
export interface StateMessages {
  readonly title: string;
  readonly next: string;
}

type Facts = Pick<
  Order,
  'status' | 'destination_request' | 'paid_by_people' | 'payout_look_why' | 'timeline' | 'are_requisites_taken' | 'ending'
>;

const beforeOf = ({ timeline }: Pick<Order, 'timeline'>): OrderStatus | null => timeline.at(-2)?.status ?? null;

const messageOfOrder = (order: Facts): OrderMessage =>
  orderMessage({
    status: order.status,
    destinationRequest: order.destination_request?.state ?? null,
    isPaidByPeople: order.paid_by_people,
    reviewReason: order.payout_look_why,
    before: beforeOf(order),
    areRequisitesTaken: order.are_requisites_taken,
    ending: order.ending,
  });

const messagesAt = (base: string): StateMessages => ({ title: `${base}.title`, next: `${base}.next` });

/** Message keys of a story. Others: `status.<status>` and `order.ending.<ending>`. */
const STORY_MESSAGES: Readonly<Partial<Record<OrderMessage, StateMessages>>> = {
  destination_asked: { title: 'order.destination.title_asked', next: 'order.destination.next_asked' },
  destination_given: { title: 'order.destination.title_given', next: 'order.destination.next_given' },
  with_people: messagesAt('order.with_people'),
  look_amount: { title: 'order.payout_look.title', next: 'order.payout_look.next_amount' },
  look_check: { title: 'order.payout_look.title', next: 'order.payout_look.next_check' },
  taken_back: messagesAt('order.taken_back'),
  requisites_taken: messagesAt('order.taken'),
};

const messagesOf = (story: OrderMessage, { status, ending }: Pick<Order, 'status' | 'ending'>): StateMessages =>
  STORY_MESSAGES[story] ?? messagesAt(story !== status && story === ending ? `order.ending.${story}` : `status.${status}`);

/** Message key of a status in the history. */
export function timelineMessage(order: Pick<Order, 'paid_by_people' | 'ending' | 'status'>, status: OrderStatus): string {
  const { ending } = order;
  const base = { destinationRequest: null, reviewReason: null, before: null, areRequisitesTaken: false } as const;
  const isNow = status === order.status;
  const story = orderMessage({ ...base, status, isPaidByPeople: order.paid_by_people, ending: isNow ? ending : null });
  return messagesOf(story, { status, ending }).title.replace(/title$/, 'short');
}

/** Whether the payment was reversed by a bank or a network. */
export const isTakenBack = (order: Pick<Order, 'status' | 'timeline'>): boolean =>
  isPaymentReversed({ status: order.status, before: beforeOf(order) });

/** Message key for the tab's title: without amounts. */
export const tabTitleOf = (order: Facts): string => messagesOf(messageOfOrder(order), order).title;

/** Payment on a provider's page: not opened yet, or returned as paid before the provider's report. */
export type ProviderPageState = 'to_go' | 'back';

/** Message keys of the heading and the next step. A requote states what happened instead of the status. */
export function stateMessages(order: Order, providerPage: ProviderPageState | null): StateMessages {
  const { status } = order;
  if (status === 'requote') {
    const fact = requoteFact(order);
    return { title: `order.requote.fact_${fact}`, next: `order.requote.why_${fact}` };
  }
  if (status === 'awaiting_payment' && providerPage === 'back') return messagesAt('order.came_back');
  const messages = messagesOf(messageOfOrder(order), order);
  return status === 'awaiting_payment' && providerPage === 'to_go' ? { ...messages, next: 'order.next_elsewhere' } : messages;
}
