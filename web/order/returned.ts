import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getOrder } from '#contract/orders.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { siteContext } from '#web/api/site-context.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { isKeyText } from './order-key.ts';

const TOLD = ['success', 'failure'] as const;
type Told = (typeof TOLD)[number];

/** What the page says to whoever comes back from a provider; its words are `order.return.<name>`. */
export type Returned = 'success' | 'failure' | 'received' | 'unfinished' | 'closed';

/** What an order knows of its payment, whatever the address says; absent: nothing yet, and the address alone tells. */
const KNOWN: Readonly<Partial<Record<OrderStatus, Returned>>> = {
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

export const returnedTo = (told: Told, status: OrderStatus): Returned => KNOWN[status] ?? (told === 'success' ? 'success' : 'unfinished');

/**
 * Where a provider's page sends the customer back to: anybody can write such an address, so the order itself is asked. Of an order
 * that nobody knows, or that is not his, nothing is said.
 */
export async function loadReturned({ params, request, context }: LoaderFunctionArgs) {
  const told = TOLD.find((one) => one === params['outcome']);
  const id = params['id'] ?? '';
  if (told === undefined || !isKeyText(id)) throw data(null, { status: 404 });
  const found = await call(getOrder, { params: { id } }, context.get(siteContext).api(localeOf(new URL(request.url).pathname)));
  if (!found.ok)
    throw data(null, { status: found.status === 0 || found.status >= 500 ? 503 : 404, headers: { 'cache-control': 'no-store' } });
  const returned = returnedTo(told, found.data.attributes.status);
  const isOpen = returned === 'success' || returned === 'unfinished';
  return data({ id, returned, isOpen }, { headers: { 'cache-control': 'no-store' } });
}
