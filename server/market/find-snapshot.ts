import * as z from 'zod/mini';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { conditionsFromJson } from './conditions-json.ts';
import { pricesFromJson, type Snapshot } from './snapshot.ts';

const SnapshotRow = rowType({
  id: col.text,
  taken_at: col.timestamp,
  is_demo: col.bool,
  prices: col.json(z.unknown()),
  conditions: col.json(z.unknown()),
});

/** The snapshot in force; undefined before the first one. */
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

const PricesRow = rowType({ taken_at: col.timestamp, is_demo: col.bool, prices: col.json(z.unknown()) });

/** Stored snapshots taken after `after`, oldest first, at most `limit`. */
export async function findPricesAfter(
  db: Queryable,
  after: Instant,
  limit: number,
): Promise<readonly Omit<Snapshot, 'id' | 'conditions'>[]> {
  const rows = await db.many(
    PricesRow,
    sql`select taken_at, is_demo, prices from rate_snapshots where taken_at > ${new Date(after)} order by taken_at limit ${limit}`,
  );
  return rows.map(({ taken_at, is_demo, prices }) => ({ takenAt: taken_at.getTime(), isDemo: is_demo, prices: pricesFromJson(prices) }));
}

const EvidenceRow = rowType({
  id: col.text,
  taken_at: col.timestamp,
  is_demo: col.bool,
  evidence: col.nullable(col.bytes),
});
export type EvidenceRow = RowOf<typeof EvidenceRow>;

/** One snapshot by id; undefined when absent or deleted. `evidence` is null in snapshots of an earlier release. */
export const findEvidence = (db: Queryable, id: string): Promise<EvidenceRow | undefined> =>
  db.maybe(EvidenceRow, sql`select id, taken_at, is_demo, evidence from rate_snapshots where id::text = ${id}`);

export const findNewestEvidence = (db: Queryable): Promise<EvidenceRow | undefined> =>
  db.maybe(EvidenceRow, sql`select id, taken_at, is_demo, evidence from rate_snapshots order by taken_at desc limit 1`);
