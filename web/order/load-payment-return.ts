import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getOrder } from '#contract/public/orders.ts';
import { oneOf } from '#core/closed-list.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { isKeyText } from '#web/api/order-key.ts';

const OUTCOMES = ['success', 'failure'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Message after a return from a provider's page: `order.return.<name>`. */
export type ReturnMessage = 'success' | 'failure' | 'received' | 'unfinished' | 'closed';

/** Message by order status. Absent: the status says nothing about the payment, so the URL decides. */
const MESSAGE_OF_STATUS: Readonly<Partial<Record<OrderStatus, ReturnMessage>>> = {
  payment_detected: 'received',
  compliance_hold: 'received',
  requote: 'received',
  paid: 'received',
  payout_pending: 'received',
  payout_sent: 'received',
  payout_failed: 'received',
  completed: 'received',
  refund_pending: 'received',
  refunded: 'received',
  payment_failed: 'failure',
  expired: 'closed',
  cancelled: 'closed',
  rejected: 'closed',
};

export const returnMessage = (outcome: Outcome, status: OrderStatus): ReturnMessage =>
  MESSAGE_OF_STATUS[status] ?? (outcome === 'success' ? 'success' : 'unfinished');

/**
 * Loads the page to which a provider redirects the customer. Anyone can write such a URL, so the order's status decides. 404 for unknown
 * orders and for orders of others.
 */
export async function loadPaymentReturn({ params, request, context }: LoaderFunctionArgs) {
  const outcome = oneOf(OUTCOMES, params['outcome']);
  const id = params['id'] ?? '';
  if (outcome === undefined || !isKeyText(id)) throw data(null, { status: 404 });
  const response = await call(getOrder, { params: { id } }, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  if (!response.ok)
    throw data(null, { status: response.status === 0 || response.status >= 500 ? 503 : 404, headers: { 'cache-control': 'no-store' } });
  const message = returnMessage(outcome, response.data.attributes.status);
  const isOpen = message === 'success' || message === 'unfinished';
  return data({ id, message, isOpen }, { headers: { 'cache-control': 'no-store' } });
}
