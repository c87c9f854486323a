import type { Order } from '#core/order/order.ts';
import { EXCHANGE_STATUSES, type OrderStatus } from '#core/order/status.ts';

/** Events for a partner's server: a new order, each state it reaches, changed amounts without a move; and a ping on request. */
export type WebhookTopic = 'order.created' | `order.${OrderStatus}` | 'order.touched' | 'webhook.ping';

const ofStatus = (status: OrderStatus): WebhookTopic => `order.${status}`;

/** Selectable topics; a ping is sent on request, to every webhook. */
export const ORDER_TOPICS: readonly WebhookTopic[] = ['order.created', ...EXCHANGE_STATUSES.map(ofStatus), 'order.touched'];
export const PING: WebhookTopic = 'webhook.ping';
export const WEBHOOK_TOPICS: readonly WebhookTopic[] = [...ORDER_TOPICS, PING];

/** The event of a move: the creation, or the new state. */
export const topicOfMove = ({ before, after }: { readonly before: Order | null; readonly after: Order }): WebhookTopic =>
  before === null ? 'order.created' : ofStatus(after.status);

const AMOUNTS = ['incomeAmount', 'outcomeAmount', 'receivedAmount', 'creditedAmount', 'surplusReturned', 'incomeTxHash'] as const;

/** Whether a change without a move is an event: received amounts or the requote changed, not confirmations alone. */
export const notifiesPartner = ({ before, after }: { readonly before: Order; readonly after: Order }): boolean =>
  before.requote !== after.requote || AMOUNTS.some((name) => before[name] !== after[name]);

/** Whether a webhook has selected this topic; an empty selection means all. */
export const isSubscribed = (topics: readonly string[], topic: WebhookTopic): boolean =>
  topic === PING || topics.length === 0 || topics.includes(topic);
