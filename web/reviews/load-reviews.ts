import { data, type LoaderFunctionArgs } from 'react-router';
import { call } from '#contract/call.ts';
import { getReviewSummary, listReviews } from '#contract/public/reviews.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
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
