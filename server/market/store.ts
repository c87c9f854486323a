import * as z from 'zod/mini';
import type { Fraction } from '#core/money/fraction.ts';
import type { PriceState } from '#core/pricing/jump-guard.ts';
import type { PriceConditions } from '#core/pricing/price-terms.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
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
