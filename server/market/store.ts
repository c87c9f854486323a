import * as col from '#server/platform/db/columns.ts';
import { rowType, type RowOf } from '#server/platform/db/row.ts';
import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Fraction } from '#core/money/fraction.ts';
import type { PriceState } from '#core/pricing/jump-guard.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { conditionsToJson } from './conditions-json.ts';
import { memoryFromJson, memoryToJson, pricesToJson } from './snapshot.ts';

const MemoryRow = rowType({ memory: col.json(z.unknown()) });

/** Memory of the jump guard in the newest snapshot, for symbols whose memory does not follow from the price alone. */
export async function findMemory(db: Queryable): Promise<ReadonlyMap<string, PriceState>> {
  const row = await db.maybe(MemoryRow, sql`select memory from rate_snapshots order by taken_at desc limit 1`);
  return row ? memoryFromJson(row.memory) : new Map<string, PriceState>();
}

export interface NewSnapshot {
  readonly id: string;
  readonly takenAt: Instant;
  readonly isDemo: boolean;
  readonly prices: ReadonlyMap<string, { readonly usd: Fraction }>;
  readonly conditions: PriceConditions;
  readonly memory: ReadonlyMap<string, PriceState>;
  readonly evidence: Buffer;
}

export async function insertSnapshot(tx: Tx, snapshot: NewSnapshot): Promise<void> {
  await tx.run(
    sql`insert into rate_snapshots (id, taken_at, is_demo, prices, conditions, memory, evidence)
      values (${snapshot.id}, ${new Date(snapshot.takenAt)}, ${snapshot.isDemo}, ${pricesToJson(snapshot.prices)},
        ${conditionsToJson(snapshot.conditions)}::jsonb,        ${memoryToJson(snapshot.memory)}, ${snapshot.evidence})`,
  );
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

/**
 * Deletes at most `limit` snapshots older than `before` that no order's quote refers to, never the newest; returns the number deleted.
 * `not exists` scans the orders once; `not in` would scan them for each snapshot when its hash table does not fit in memory.
 */
export const deleteUnusedSnapshots = (db: Queryable, before: Instant, limit: number): Promise<number> =>
  db.run(
    sql`delete from rate_snapshots where id in (
      select s.id from rate_snapshots s where s.taken_at < ${new Date(before)}
        and s.taken_at < (select max(taken_at) from rate_snapshots)
        and not exists (select from orders where quote->>'snapshot_id' = s.id::text)
      limit ${limit})`,
  );
