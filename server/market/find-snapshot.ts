import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Queryable } from '#server/platform/db/db.ts';
import { conditionsFromJson } from './conditions-json.ts';
import { pricesFromJson, type Snapshot } from './snapshot.ts';

const SnapshotRow = z.object({
  id: z.string(),
  taken_at: z.date(),
  is_demo: z.boolean(),
  prices: z.unknown(),
  conditions: z.unknown(),
});

/** The set that is in force; undefined: none was ever taken. */
export async function findNewestSnapshot(db: Queryable): Promise<Snapshot | undefined> {
  const row = await db.maybe(
    SnapshotRow,
    sql`select id, taken_at, is_demo, prices, conditions from rate_snapshots order by taken_at desc limit 1`,
  );
  return (
    row && {
      id: row.id,
      takenAt: row.taken_at.getTime(),
      isDemo: row.is_demo,
      prices: pricesFromJson(row.prices),
      conditions: conditionsFromJson(row.conditions),
    }
  );
}
