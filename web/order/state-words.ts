import type { OrderStatus } from '#core/order/status.ts';
import { isTakenBack as isGone, type Story, storyOf } from '#core/order/story.ts';
import type { Order } from './order.ts';
import { requoteFact } from './requote-fact.ts';

/** Keys of a headline and of the sentence below it. */
export interface StateWords {
  readonly title: string;
  readonly next: string;
}

type Facts = Pick<
  Order,
  'status' | 'destination_request' | 'paid_by_people' | 'payout_look_why' | 'timeline' | 'are_requisites_taken' | 'ending'
>;

const beforeOf = ({ timeline }: Pick<Order, 'timeline'>): OrderStatus | null => timeline.at(-2)?.status ?? null;

const storyOfOrder = (order: Facts): Story =>
  storyOf({
    status: order.status,
    destinationRequest: order.destination_request?.state ?? null,
    isPaidByPeople: order.paid_by_people,
    look: order.payout_look_why,
    before: beforeOf(order),
    areRequisitesTaken: order.are_requisites_taken,
    ending: order.ending,
  });

const ownWords = (base: string): StateWords => ({ title: `${base}.title`, next: `${base}.next` });

/** Where the words of a story stand; those of a state stand at its name, those of an ending beside the others'. */
const WORDS: Readonly<Partial<Record<Story, StateWords>>> = {
  destination_asked: { title: 'order.destination.title_asked', next: 'order.destination.next_asked' },
  destination_given: { title: 'order.destination.title_given', next: 'order.destination.next_given' },
  with_people: ownWords('order.with_people'),
  look_amount: { title: 'order.payout_look.title', next: 'order.payout_look.next_amount' },
  look_check: { title: 'order.payout_look.title', next: 'order.payout_look.next_check' },
  taken_back: ownWords('order.taken_back'),
  requisites_taken: ownWords('order.taken'),
};

const wordsOf = (story: Story, { status, ending }: Pick<Order, 'status' | 'ending'>): StateWords =>
  WORDS[story] ?? ownWords(story !== status && story === ending ? `order.ending.${story}` : `status.${status}`);

/** The state in one line of the history. */
export function shortOf(order: Pick<Order, 'paid_by_people' | 'ending' | 'status'>, status: OrderStatus): string {
  const { ending } = order;
  const plain = { destinationRequest: null, look: null, before: null, areRequisitesTaken: false } as const;
  const isNow = status === order.status;
  const story = storyOf({ ...plain, status, isPaidByPeople: order.paid_by_people, ending: isNow ? ending : null });
  return wordsOf(story, { status, ending }).title.replace(/title$/, 'short');
}

/** The money of the order was taken back by a bank or a network. */
export const isTakenBack = (order: Pick<Order, 'status' | 'timeline'>): boolean =>
  isGone({ status: order.status, before: beforeOf(order) });

/** The state in the name of the tab, where no amounts have room. */
export const tabTitleOf = (order: Facts): string => wordsOf(storyOfOrder(order), order).title;

/** How one pays on a provider's page: not been there yet, or back from it as paid before its own word to us. */
export type Elsewhere = 'to_go' | 'back';

/** Keys of the headline and of the next step. A choice says what happened instead of what state it is. */
export function stateWords(order: Order, elsewhere: Elsewhere | null): StateWords {
  const { status } = order;
  if (status === 'requote') {
    const fact = requoteFact(order);
    return { title: `order.requote.fact_${fact}`, next: `order.requote.why_${fact}` };
  }
  if (status === 'awaiting_payment' && elsewhere === 'back') return ownWords('order.came_back');
  const words = wordsOf(storyOfOrder(order), order);
  return status === 'awaiting_payment' && elsewhere === 'to_go' ? { ...words, next: 'order.next_elsewhere' } : words;
}
