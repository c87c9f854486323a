import { FEWEST_RATED } from '#core/review.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { readSummary } from './store.ts';

/** The average to be told beside other facts of the shop, with how many it is of; null where too few have spoken. */
export async function readRated(db: Queryable): Promise<{ readonly average: string; readonly count: number } | null> {
  const { average, count } = await readSummary(db);
  return average === null || count < FEWEST_RATED ? null : { average, count };
}
