import { call, type Transport } from '#contract/call.ts';
import { getReviewSummary, listReviews, type ReviewAttributes, type ReviewSummaryAttributes } from '#contract/public/reviews.ts';

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
