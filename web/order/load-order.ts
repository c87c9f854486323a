import { ownPath } from '#contract/own-path.ts';
import { data, redirect, type LoaderFunctionArgs } from 'react-router';
import * as z from 'zod/mini';
import { call, type Transport } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { getOrder, getRequisites } from '#contract/public/orders.ts';
import { getOrderReview } from '#contract/public/reviews.ts';
import { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import { siteContext, type SiteRequest } from '#web/api/site-context.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { isKeyText } from '#web/api/order-key.ts';
import { orderCookies } from './order-cookies.ts';
import { isOpen, toOrder, type Order, type Requisites, type Sides } from './order.ts';

export interface OpenedOrder {
  readonly order: Order;
  readonly sides: Sides;
  readonly requisites: Requisites | null;
  /** The customer's review; null: none yet; undefined: reviews are switched off. */
  readonly review: { readonly state: 'pending' | 'published' | 'declined'; readonly rating: number } | null | undefined;
}

const INCLUDE = { include: ['income_payment_system' as const, 'outcome_payment_system' as const] };

/** Loads an order. A key in the URL (from the e-mail) is stored as a cookie, and the redirect removes it from the URL. */
export async function loadOrder({ request, params, context }: LoaderFunctionArgs) {
  const site = context.get(siteContext);
  const url = new URL(request.url);
  const id = params['id'] ?? '';
  const transport = site.api(localeOf(url.pathname));
  const key = url.searchParams.get('token');
  if (key !== null) return await storeKeyAndRedirect({ id, key, pathname: url.pathname, site, transport });
  const opened = await openOrder(transport, id, site.modulesOff);
  // Withdrawals are listed among orders and have their own page
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

async function storeKeyAndRedirect({ id, key, pathname, site, transport }: MailedLink): Promise<never> {
  const response = isKeyText(key) && isKeyText(id) ? await call(getOrder, { params: { id }, orderToken: key }, transport) : undefined;
  if (response?.ok !== true) throw data(null, { status: response?.status === 0 ? 503 : 404 });
  throw redirect(ownPath(pathname), { headers: orderCookies(site, id, { isGuest: true, isOpen: isOpen(response.data.attributes) }) });
}

async function read(transport: Transport, id: string) {
  const response = await call(getOrder, { params: { id }, query: INCLUDE }, transport);
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : response.status });
  return response;
}

async function openOrder(transport: Transport, id: string, modulesOff: readonly string[]): Promise<OpenedOrder | null> {
  let response = await read(transport, id);
  if (response.data.attributes.withdrawal !== null) return null;
  let requisites: Requisites | null = null;
  if (response.data.attributes.allowed_actions.includes('get_requisites')) {
    const requisitesResponse = await call(getRequisites, { params: { id } }, transport);
    requisites = requisitesResponse.ok ? requisitesResponse.data.attributes : null;
    if (response.data.attributes.status === 'awaiting_requisites') response = await read(transport, id);
  }
  const order = toOrder(response.data);
  return {
    order,
    requisites,
    sides: sidesOf(order, response.included),
    review: modulesOff.includes('reviews') ? undefined : await reviewOf(transport, order),
  };
}

async function reviewOf(transport: Transport, { id, status }: Order): Promise<OpenedOrder['review']> {
  const response = status === 'completed' ? await call(getOrderReview, { params: { id } }, transport) : undefined;
  if (response?.ok !== true) return null;
  const { state, rating } = response.data.attributes;
  return rating === null || state === null || state === 'withdrawn' ? null : { state, rating };
}

function sidesOf(order: Order, included: readonly Resource[]): Sides {
  const find = (id: string) =>
    z.parse(PaymentSystemAttributes, included.find((resource) => resource.type === 'payment_systems' && resource.id === id)?.attributes);
  return { income: find(order.payment_system_from_id), outcome: find(order.payment_system_to_id) };
}
