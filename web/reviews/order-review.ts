import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getOrderReview, saveOrderReview, withdrawOrderReview } from '#contract/public/reviews.ts';
import { returnForm, textOf } from '#web/form/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { isKeyText } from '#web/api/order-key.ts';

// No `no-referrer`: the page's form would be sent with `Origin: null` and refused. Other sites get no address of ours anyway
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

const keyIn = (url: URL): { readonly key?: string } => {
  const key = url.searchParams.get('key');
  return key !== null && isKeyText(key) ? { key } : {};
};

/** Stars chosen on the page before; anything else is ignored. */
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
  const nameOf = (code: string) => systems?.find((one) => one.id === code)?.name ?? code;
  return data(
    { id, review, from: nameOf(from), to: nameOf(to), stars: starsIn(url) ?? null, isByLetter: url.searchParams.has('key') },
    { headers: PRIVATE },
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
