import { MIN_RATED } from '#core/customer/review.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readSummary } from './store.ts';

/** The average rating and number of reviews; null below the minimum. */
export async function readAverageRating(db: Queryable): Promise<{ readonly average: string; readonly count: number } | null> {
  const { average, count } = await readSummary(db);
  return average === null || count < MIN_RATED ? null : { average, count };
}
