import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Fraction } from '#core/money/fraction.ts';
import type { MarketPrice } from '#core/pricing/combine-sources.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { conditionsFromJson, conditionsToJson } from './conditions-json.ts';
import { pricesFromJson, pricesToJson, type Snapshot } from './snapshot.ts';

const SnapshotRow = z.object({
  id: z.string(),
  taken_at: z.date(),
  is_demo: z.boolean(),
  prices: z.unknown(),
  conditions: z.unknown(),
});
type SnapshotRow = z.output<typeof SnapshotRow>;

const SnapshotLockRow = z.object({
  locked: z.boolean(),
});

/** Processes that take snapshots take turns: false when another is at it now. */
export async function lockSnapshots(tx: Tx): Promise<boolean> {
  const { locked } = await tx.one(SnapshotLockRow, sql`select pg_try_advisory_xact_lock(hashtext('rate_snapshots')) as locked`);
  return locked;
}

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

const LastPriceRow = z.object({
  symbol: z.string(),
  price: z.unknown(),
  taken_at: z.date(),
});

/** What was last published for each symbol since a moment, also where the newest snapshot has no price for it. */
export async function findLastPrices(
  db: Queryable,
  since: Instant,
): Promise<ReadonlyMap<string, { readonly usd: Fraction; readonly at: Instant }>> {
  const rows = await db.many(
    LastPriceRow,
    sql`select distinct on (price.key) price.key as symbol, price.value as price, taken_at
      from rate_snapshots, jsonb_each(prices) as price where taken_at >= ${new Date(since)} order by price.key, taken_at desc`,
  );
  return new Map(
    rows.flatMap(({ symbol, price, taken_at }) => {
      const usd = pricesFromJson({ [symbol]: price }).get(symbol);
      return usd ? [[symbol, { usd, at: taken_at.getTime() }] as const] : [];
    }),
  );
}

export async function insertSnapshot(
  tx: Tx,
  snapshot: Omit<Snapshot, 'prices'> & { readonly prices: ReadonlyMap<string, MarketPrice> },
): Promise<void> {
  await tx.run(
    sql`insert into rate_snapshots (id, taken_at, is_demo, prices, conditions)
      values (${snapshot.id}, ${new Date(snapshot.takenAt)}, ${snapshot.isDemo}, ${pricesToJson(snapshot.prices)},
        ${conditionsToJson(snapshot.conditions)}::jsonb)`,
  );
}

/** Deletes at most `limit` snapshots older than `before` that no order's quote refers to; the number deleted. */
export const deleteUnusedSnapshots = (db: Queryable, before: Instant, limit: number): Promise<number> =>
  db.run(
    sql`delete from rate_snapshots where id in (
      select id from rate_snapshots where taken_at < ${new Date(before)}
        and id::text not in (select quote->>'snapshot_id' from orders where quote->>'snapshot_id' is not null)
      limit ${limit})`,
  );
