import type { Order } from '#core/order/order.ts';
import { EXCHANGE_STATUSES, type OrderStatus } from '#core/order/status.ts';

/** What a partner's server is told of: an order made, each state it comes to, amounts that changed without a move; and a try of his own. */
export type WebhookTopic = 'order.created' | `order.${OrderStatus}` | 'order.touched' | 'webhook.ping';

const ofStatus = (status: OrderStatus): WebhookTopic => `order.${status}`;

/** What can be chosen; a ping is asked for by hand and comes always. */
export const ORDER_TOPICS: readonly WebhookTopic[] = ['order.created', ...EXCHANGE_STATUSES.map(ofStatus), 'order.touched'];
export const PING: WebhookTopic = 'webhook.ping';
export const WEBHOOK_TOPICS: readonly WebhookTopic[] = [...ORDER_TOPICS, PING];

/** The event of a move: its birth, or the state that it has come to. */
export const topicOfMove = ({ before, after }: { readonly before: Order | null; readonly after: Order }): WebhookTopic =>
  before === null ? 'order.created' : ofStatus(after.status);

const AMOUNTS = ['incomeAmount', 'outcomeAmount', 'receivedAmount', 'creditedAmount', 'surplusReturned', 'incomeTxHash'] as const;

/** Whether a change that was no move is worth an event: money was seen, or what is offered for it is another. Confirmations alone are not. */
export const isTold = ({ before, after }: { readonly before: Order; readonly after: Order }): boolean =>
  before.requote !== after.requote || AMOUNTS.some((name) => before[name] !== after[name]);

/** Whether somebody has chosen this; none chosen is all. */
export const isWanted = (topics: readonly string[], topic: WebhookTopic): boolean =>
  topic === PING || topics.length === 0 || topics.includes(topic);
