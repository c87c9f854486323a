import { MIN_RATED, REVIEW_STATES } from '#core/customer/review.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { readSummary } from './store.ts';

/** Notifies the office that its list of reviews changed. */
export const REVIEWS_CHANNEL = 'reviews_changed';

const OwnRow = rowType({
  order_id: col.text,
  rating: col.number,
  text: col.text,
  name: col.nullable(col.text),
  state: col.oneOf(REVIEW_STATES),
  written_at: col.timestamp,
  answers: col.arrayOf(col.text),
});

/** A user's reviews and their answers, for the data export. */
export const readUserReviews = (db: Queryable, userId: string): Promise<RowOf<typeof OwnRow>[]> =>
  db.many(
    OwnRow,
    sql`
    select r.order_id, r.rating, r.body as text, r.name, r.state, r.written_at,
      array(select a.body from review_answers a where a.review_id = r.id order by a.version)::text[] as answers
    from reviews r join orders o on o.id = r.order_id where o.user_id = ${userId} order by r.written_at`,
  );

/** The average rating and the number of reviews. Null below the minimum number. */
export async function readAverageRating(db: Queryable): Promise<{ readonly average: string; readonly count: number } | null> {
  const { average, count } = await readSummary(db);
  return average === null || count < MIN_RATED ? null : { average, count };
}
