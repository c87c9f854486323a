import { call, type Transport } from '#contract/call.ts';
import { getReviewSummary, listReviews, type ReviewAttributes, type ReviewSummaryAttributes } from '#contract/reviews.ts';

/** So many stand on a pair's page; all of them are a page of their own. */
const SHOWN = '3';

export interface DirectionReviews {
  readonly summary: Pick<ReviewSummaryAttributes, 'average' | 'count'>;
  readonly reviews: readonly (ReviewAttributes & { readonly id: string })[];
}

/** The newest reviews of exchanges of one direction with what all of those say together; null: there are none, or nobody answers. */
export async function askReviews(transport: Transport, from: string, to: string): Promise<DirectionReviews | null> {
  const direction = { payment_system_from_id: from, payment_system_to_id: to };
  const [listed, summary] = await Promise.all([
    call(listReviews, { query: { ...direction, per: SHOWN } }, transport),
    call(getReviewSummary, { query: direction }, transport),
  ]);
  if (!listed.ok || !summary.ok || listed.data.length === 0) return null;
  return { summary: summary.data.attributes, reviews: listed.data.map(({ id, attributes }) => ({ ...attributes, id })) };
}
