import { oneOf } from '#core/closed-list.ts';
import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { DELIVERY_STATES, getWebhookDelivery, listWebhookDeliveries, listWebhooks } from '#contract/partner/webhooks.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** Path of the webhooks page. */
export const WEBHOOKS = '/account/earnings/api/webhooks';

const PAGE = /^[1-9]\d{0,4}$/;
const PER_PAGE = '20';

/** Loads the partner's webhooks and a page of their deliveries. */
export async function loadWebhooks(args: LoaderFunctionArgs) {
  const user = await requireUser(args);
  const url = new URL(args.request.url);
  const api = args.context.get(siteContext).api(localeOf(url.pathname));
  const pageParam = url.searchParams.get('page') ?? '1';
  const state = oneOf(DELIVERY_STATES, url.searchParams.get('state'));
  const query = { ...(state === undefined ? {} : { state }), page: PAGE.test(pageParam) ? pageParam : '1', per: PER_PAGE };
  const [webhooks, deliveries] = await Promise.all([call(listWebhooks, {}, api), call(listWebhookDeliveries, { query }, api)]);
  // Shows the error page, which offers to try again
  if (!webhooks.ok || !deliveries.ok) throw data(null, { status: 503 });
  const { page = 1, total_pages: pages = 1 } = deliveries.meta as { readonly page?: number; readonly total_pages?: number };
  return {
    isVerified: user.email_verified,
    webhooks: webhooks.data.map(({ id, attributes }) => ({ id, ...attributes })),
    deliveries: deliveries.data.map(({ id, attributes }) => ({ id, ...attributes })),
    state: state ?? null,
    page,
    pages,
  };
}
export type WebhooksData = Awaited<ReturnType<typeof loadWebhooks>>;
export type Webhook = WebhooksData['webhooks'][number];
export type Delivery = WebhooksData['deliveries'][number];

/** Loads one delivery with its attempts. */
export async function loadDelivery(args: LoaderFunctionArgs) {
  await requireUser(args);
  const api = args.context.get(siteContext).api(localeOf(new URL(args.request.url).pathname));
  const answer = await call(getWebhookDelivery, { params: { id: args.params['id'] ?? '' } }, api);
  // A malformed id is answered like an unknown one
  if (!answer.ok) throw data(null, { status: answer.status === 0 || answer.status >= 500 ? 503 : 404 });
  return { delivery: { id: answer.data.id, ...answer.data.attributes } };
}
export type DeliveryDetails = Awaited<ReturnType<typeof loadDelivery>>['delivery'];
