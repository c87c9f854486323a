import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { createOrder, getOrder } from '#contract/public/orders.ts';
import { textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { retryWhileInProgress } from '#web/api/retry-while-in-progress.ts';
import { fetchQuote, type QuoteResponse } from '#web/exchange/fetch-quote.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { findOfferedPair, type System } from '#web/catalogue/systems.ts';
import { localeOf, localPath } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';
import { orderCookies } from '#web/order/order-cookies.ts';
import { type RepeatFailure, displayedPriceOf } from './repeat-failure.ts';

export interface RepeatData {
  readonly former: Order;
  readonly systems: readonly System[];
  /** Current price of the same amount; null if the pair is not available. */
  readonly priceResponse: QuoteResponse | null;
  /** One order per key; another price has another key. */
  readonly idempotencyKey: string;
}

async function readFormerOrder(transport: Transport, id: string): Promise<Order> {
  const response = await call(getOrder, { params: { id } }, transport);
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : response.status });
  return toOrder(response.data);
}

const readCurrentPrice = async (
  transport: Transport,
  { payment_system_from_id: from, payment_system_to_id: to, income_amount: amount }: Order,
) => (await fetchQuote(transport, { from, to, side: 'income', amount, slotId: null, fitsSlot: false }, { amountSource: 'typed' })).response;

/** Loads an own order and its current price. An order that is not final is continued instead of repeated. */
export async function loadRepeat({ request, params, context }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const locale = localeOf(pathname);
  const transport = context.get(siteContext).api(locale);
  const [former, systems] = await Promise.all([readFormerOrder(transport, params['id'] ?? ''), listSystems(transport)]);
  if (systems === undefined) throw data(null, { status: 503 });
  if (!former.allowed_actions.includes('repeat')) throw redirect(localPath(locale, `/order/${former.id}`));
  const pair = findOfferedPair(systems, { from: former.payment_system_from_id, to: former.payment_system_to_id });
  const priceResponse = pair === undefined ? null : await readCurrentPrice(transport, former);
  const page: RepeatData = { former, systems, priceResponse, idempotencyKey: crypto.randomUUID() };
  return data(page, { headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' } });
}

/** Repeats an order by reference: the server takes requisites and e-mail from it. The form contains the idempotency key. */
export async function repeatAction({ request, params, context }: ActionFunctionArgs) {
  const site = context.get(siteContext);
  const locale = localeOf(new URL(request.url).pathname);
  const transport = site.api(locale);
  const form = await request.formData();
  const former = await readFormerOrder(transport, params['id'] ?? '');
  const body = {
    payment_system_from_id: former.payment_system_from_id,
    payment_system_to_id: former.payment_system_to_id,
    income_amount: former.income_amount,
    rate_calculation_id: textOf(form, 'id') || 'none',
    repeat_of: former.id,
    accept_terms: true,
  };
  const key = textOf(form, 'idempotency_key');
  const response = await retryWhileInProgress(() => call(createOrder, { body, idempotencyKey: key === '' ? undefined : key }, transport));
  if (!response.ok) {
    const has = (code: string) => response.errors.some((error) => error.code === code);
    // The rate limit refuses before the idempotency key is looked up
    const isUnanswered = response.status === 0 || response.status >= 500 || has('in_progress') || has('too_many_requests');
    const failure: RepeatFailure = {
      errors: response.errors,
      idempotencyKey: key === '' || has('idempotency_conflict') ? undefined : key,
      unansweredPrice: isUnanswered ? displayedPriceOf(form) : undefined,
    };
    return data(failure, { status: response.status === 0 ? 503 : response.status });
  }
  const { id, attributes } = response.data;
  const headers = orderCookies(site, id, { isGuest: attributes.access_token !== undefined, isOpen: true });
  return redirect(`${localPath(locale, `/order/${id}`)}?new=1`, { headers });
}
