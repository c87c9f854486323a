import { ownPath } from '#contract/own-path.ts';
import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { call, type Transport } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { getOrder, getRequisites } from '#contract/orders.ts';
import { getOrderReview } from '#contract/reviews.ts';
import { PaymentSystemAttributes } from '#contract/payment-systems.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { isKeyText } from './order-key.ts';
import { toOrder, type Order, type Requisites, type Sides } from './order.ts';

export interface OpenedOrder {
  readonly order: Order;
  readonly sides: Sides;
  readonly requisites: Requisites | null;
  /** What its customer has said of it; null: nothing, or it is not over. */
  readonly review: { readonly state: 'pending' | 'published' | 'declined'; readonly rating: number } | null;
}

const INCLUDE = { include: ['income_payment_system' as const, 'outcome_payment_system' as const] };

/** Opens an order for whoever may see it. The browser that comes by the mailed link holds the order from then on, and the address loses the key. */
export async function loadOrder({ request, params, context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const url = new URL(request.url);
  const id = params['id'] ?? '';
  const transport = site.api(localeOf(url.pathname));
  const key = url.searchParams.get('token');
  if (key !== null) return await exchangeKey({ id, key, pathname: url.pathname, site, transport });
  const opened = await open(transport, id);
  // What stands among orders and is none has a page of its own
  if (opened === null) throw redirect(localPath(localeOf(url.pathname), `/withdrawal/${id}`));
  return data(opened, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
}

interface MailedLink {
  readonly id: string;
  readonly key: string;
  readonly pathname: string;
  readonly site: SiteRequest;
  readonly transport: Transport;
}

async function exchangeKey({ id, key, pathname, site, transport }: MailedLink): Promise<never> {
  const found = isKeyText(key) && isKeyText(id) ? await call(getOrder, { params: { id }, orderToken: key }, transport) : undefined;
  if (found?.ok !== true) throw data(null, { status: found?.status === 0 ? 503 : 404 });
  throw redirect(ownPath(pathname), { headers: { 'set-cookie': site.holdOrder(id) } });
}

async function read(transport: Transport, id: string) {
  const found = await call(getOrder, { params: { id }, query: INCLUDE }, transport);
  if (!found.ok) throw data(null, { status: found.status === 0 ? 503 : found.status });
  return found;
}

async function open(transport: Transport, id: string): Promise<OpenedOrder | null> {
  let found = await read(transport, id);
  if (found.data.attributes.withdrawal !== null) return null;
  let requisites: Requisites | null = null;
  if (found.data.attributes.allowed_actions.includes('get_requisites')) {
    const given = await call(getRequisites, { params: { id } }, transport);
    requisites = given.ok ? given.data.attributes : null;
    if (found.data.attributes.status === 'awaiting_requisites') found = await read(transport, id);
  }
  const order = toOrder(found.data);
  return { order, requisites, sides: sidesOf(order, found.included), review: await reviewOf(transport, order) };
}

async function reviewOf(transport: Transport, { id, status }: Order): Promise<OpenedOrder['review']> {
  const told = status === 'completed' ? await call(getOrderReview, { params: { id } }, transport) : undefined;
  if (told?.ok !== true) return null;
  const { state, rating } = told.data.attributes;
  return rating === null || state === null || state === 'withdrawn' ? null : { state, rating };
}

function sidesOf(order: Order, included: readonly Resource[]): Sides {
  const find = (id: string) =>
    z.parse(PaymentSystemAttributes, included.find((one) => one.type === 'payment_systems' && one.id === id)?.attributes);
  return { income: find(order.payment_system_from_id), outcome: find(order.payment_system_to_id) };
}
