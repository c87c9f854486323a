import type { Order } from '#core/order/order.ts';
import { EXCHANGE_STATUSES, type OrderStatus } from '#core/order/status.ts';

/** Most webhooks of one account. */
export const MAX_WEBHOOKS = 10;
export const MAX_URL_CHARS = 500;

/**
 * Who paused a webhook: its owner, three days of failures, its answer "gone", an operator (only the office resumes it), or loss of all
 * sign-in methods (decision 0084).
 */
export const PAUSES = ['owner', 'failing', 'gone', 'office', 'cut_off'] as const;
export type Pause = (typeof PAUSES)[number];
/** Automatic pauses. A successful check ends them. */
export const AUTOMATIC_PAUSES: readonly Pause[] = ['failing', 'gone'];

/** Why a URL is refused. */
export const URL_PROBLEMS = ['not_a_url', 'not_encrypted', 'has_credentials', 'not_a_name', 'not_public', 'wrong_port', 'our_own'] as const;
export type UrlProblem = (typeof URL_PROBLEMS)[number];

/** Events for a partner's server: a new order, each state it reaches, changed amounts without a move; and a ping on request. */
export type WebhookTopic = 'order.created' | `order.${OrderStatus}` | 'order.touched' | 'webhook.ping';

const ofStatus = (status: OrderStatus): WebhookTopic => `order.${status}`;

/** Topics that a webhook may select. A ping is sent on request, whatever is selected. */
export const ORDER_TOPICS: readonly WebhookTopic[] = ['order.created', ...EXCHANGE_STATUSES.map(ofStatus), 'order.touched'];
export const PING: WebhookTopic = 'webhook.ping';
export const WEBHOOK_TOPICS: readonly WebhookTopic[] = [...ORDER_TOPICS, PING];

/** The event of a move: the creation, or the new state. */
export const topicOfMove = ({ before, after }: { readonly before: Order | null; readonly after: Order }): WebhookTopic =>
  before === null ? 'order.created' : ofStatus(after.status);

const AMOUNTS = ['incomeAmount', 'outcomeAmount', 'receivedAmount', 'creditedAmount', 'surplusReturned', 'incomeTxHash'] as const;

/** Whether a change without a move is an event. It is if amounts or the requote changed, but not for confirmations alone. */
export const notifiesPartner = ({ before, after }: { readonly before: Order; readonly after: Order }): boolean =>
  before.requote !== after.requote || AMOUNTS.some((name) => before[name] !== after[name]);

/** Whether a webhook has selected this topic; an empty selection means all. */
export const isSubscribed = (topics: readonly string[], topic: WebhookTopic): boolean =>
  topic === PING || topics.length === 0 || topics.includes(topic);
