import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getOrderReview, saveOrderReview, withdrawOrderReview } from '#contract/reviews.ts';
import { returnForm, textOf } from '#web/account/returned-form.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { isKeyText } from '#web/order/order-key.ts';

// Other sites are told no address of ours anyway; with `no-referrer` the page's own form would be sent with `Origin: null` and refused
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

const keyIn = (url: URL): { readonly key?: string } => {
  const key = url.searchParams.get('key');
  return key !== null && isKeyText(key) ? { key } : {};
};

/** Stars that were pressed on the page before; anything else is none. */
const starsIn = (url: URL): number | undefined => {
  const rating = url.searchParams.get('rating') ?? '';
  return /^[1-5]$/.test(rating) ? Number(rating) : undefined;
};

/** The review of an order for whoever holds the order or its invitation. Reading it changes nothing: scanners of mail read every link. */
export async function loadOrderReview({ request, params, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const transport = context.get(siteContext).api(localeOf(url.pathname));
  const id = params['id'] ?? '';
  if (!isKeyText(id)) throw data(null, { status: 404 });
  const [found, systems] = await Promise.all([
    call(getOrderReview, { params: { id }, query: keyIn(url) }, transport),
    listSystems(transport),
  ]);
  if (!found.ok) throw data(null, { status: found.status === 0 ? 503 : 404 });
  const { payment_system_from_id: from, payment_system_to_id: to, ...review } = found.data.attributes;
  const nameOf = (code: string) => systems?.find((one) => one.id === code)?.name ?? code;
  return data(
    { id, review, from: nameOf(from), to: nameOf(to), stars: starsIn(url) ?? null, isByLetter: url.searchParams.has('key') },
    { headers: PRIVATE },
  );
}

/** Writes it, or takes it back; the page is shown again as it then is. */
export async function orderReviewAction({ request, params, context }: ActionFunctionArgs) {
  const url = new URL(request.url);
  const transport = context.get(siteContext).api(localeOf(url.pathname));
  const id = params['id'] ?? '';
  const form = await request.formData();
  const given = keyIn(url);
  const rating = Number(textOf(form, 'rating'));
  const body = {
    rating: rating >= 1 && rating <= 5 ? rating : null,
    // Browsers send a line's end as two signs and count it as one
    text: textOf(form, 'text').replaceAll('\r\n', '\n'),
    name: textOf(form, 'name').trim() || null,
    version: Number(textOf(form, 'version')) || 0,
    ...given,
  };
  const done =
    textOf(form, 'deed') === 'withdraw'
      ? await call(withdrawOrderReview, { params: { id }, query: given }, transport)
      : await call(saveOrderReview, { params: { id }, body }, transport);
  if (!done.ok) return returnForm(form, done);
  const key = given.key === undefined ? '' : `?key=${encodeURIComponent(given.key)}`;
  return redirect(url.pathname.replace(/\.data$/, '') + key);
}
