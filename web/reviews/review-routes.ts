import { data, type LoaderFunctionArgs, redirect, type ActionFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import {
  getReviewSummary,
  listReviews,
  type ReviewAttributes,
  type ReviewSummaryAttributes,
  getOrderReview,
  saveOrderReview,
  withdrawOrderReview,
} from '#contract/public/reviews.ts';
import { isKeyText } from '#web/api/order-key.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { returnForm, textOf } from '#web/form/returned-form.ts';
import { localeOf } from '#web/i18n/locale.ts';

/** A page of published reviews, with the summary of all. */
export async function loadReviews({ request, context }: LoaderFunctionArgs) {
  const { api, publicUrl } = context.get(siteContext);
  const url = new URL(request.url);
  const transport = api(localeOf(url.pathname));
  const rating = url.searchParams.get('rating') ?? undefined;
  const pageParam = url.searchParams.get('page') ?? '1';
  const [listed, summary, systems] = await Promise.all([
    call(listReviews, { query: { page: pageParam, ...(rating === undefined ? {} : { rating }) } }, transport),
    call(getReviewSummary, {}, transport),
    listSystems(transport),
  ]);
  // An invalid page or rating is 404; any other failure is 503
  if (!listed.ok) throw data(null, { status: listed.status === 400 || listed.status === 422 ? 404 : 503 });
  if (!summary.ok || systems === undefined) throw data(null, { status: 503 });
  const { page = 1, total_pages: pages = 1 } = listed.meta as { readonly page?: number; readonly total_pages?: number };
  if (listed.data.length === 0 && page > 1) throw data(null, { status: 404 });
  const nameOf = (code: string) => systems.find(({ id }) => id === code)?.name ?? code;
  return {
    reviews: listed.data.map(({ id, attributes: { payment_system_from_id: from, payment_system_to_id: to, ...review } }) => ({
      ...review,
      id,
      from: nameOf(from),
      to: nameOf(to),
    })),
    summary: summary.data.attributes,
    rating: rating === undefined ? null : Number(rating),
    page,
    pages,
    publicUrl,
  };
}

/** Reviews on a pair's page; a page of their own has all. */
const MAX_REVIEWS = '3';

export interface DirectionReviews {
  readonly summary: Pick<ReviewSummaryAttributes, 'average' | 'count'>;
  readonly reviews: readonly (ReviewAttributes & { readonly id: string })[];
}

/** The newest reviews of a direction with the summary of all; null: there are none, or no answer. */
export async function loadDirectionReviews(transport: Transport, from: string, to: string): Promise<DirectionReviews | null> {
  const direction = { payment_system_from_id: from, payment_system_to_id: to };
  const [listed, summary] = await Promise.all([
    call(listReviews, { query: { ...direction, per: MAX_REVIEWS } }, transport),
    call(getReviewSummary, { query: direction }, transport),
  ]);
  if (!listed.ok || !summary.ok || listed.data.length === 0) return null;
  return { summary: summary.data.attributes, reviews: listed.data.map(({ id, attributes }) => ({ ...attributes, id })) };
}

// No `no-referrer`: the page's form would be sent with `Origin: null` and refused. Other sites get no address of ours anyway
const PRIVATE_HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

const keyIn = (url: URL): { readonly key?: string } => {
  const key = url.searchParams.get('key');
  return key !== null && isKeyText(key) ? { key } : {};
};

/** Stars chosen on the order page; any other value is ignored. */
const starsIn = (url: URL): number | undefined => {
  const rating = url.searchParams.get('rating') ?? '';
  return /^[1-5]$/.test(rating) ? Number(rating) : undefined;
};

/** The review of an order, for the holder of the order or of its invitation. Changes nothing: mail scanners open every link. */
export async function loadOrderReview({ request, params, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const transport = context.get(siteContext).api(localeOf(url.pathname));
  const id = params['id'] ?? '';
  if (!isKeyText(id)) throw data(null, { status: 404 });
  const [response, systems] = await Promise.all([
    call(getOrderReview, { params: { id }, query: keyIn(url) }, transport),
    listSystems(transport),
  ]);
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : 404 });
  const { payment_system_from_id: from, payment_system_to_id: to, ...review } = response.data.attributes;
  const nameOf = (code: string) => systems?.find((system) => system.id === code)?.name ?? code;
  return data(
    { id, review, from: nameOf(from), to: nameOf(to), stars: starsIn(url) ?? null, isByEmailLink: url.searchParams.has('key') },
    { headers: PRIVATE_HEADERS },
  );
}

/** Saves or withdraws the review, then shows the page again. */
export async function orderReviewAction({ request, params, context }: ActionFunctionArgs) {
  const url = new URL(request.url);
  const transport = context.get(siteContext).api(localeOf(url.pathname));
  const id = params['id'] ?? '';
  const form = await request.formData();
  const keyParam = keyIn(url);
  const rating = Number(textOf(form, 'rating'));
  const body = {
    rating: rating >= 1 && rating <= 5 ? rating : null,
    // Browsers send a line end as two characters and count it as one
    text: textOf(form, 'text').replaceAll('\r\n', '\n'),
    name: textOf(form, 'name').trim() || null,
    version: Number(textOf(form, 'version')) || 0,
    ...keyParam,
  };
  const result =
    textOf(form, 'deed') === 'withdraw'
      ? await call(withdrawOrderReview, { params: { id }, query: keyParam }, transport)
      : await call(saveOrderReview, { params: { id }, body }, transport);
  if (!result.ok) return returnForm(form, result);
  const key = keyParam.key === undefined ? '' : `?key=${encodeURIComponent(keyParam.key)}`;
  return redirect(url.pathname.replace(/\.data$/, '') + key);
}
