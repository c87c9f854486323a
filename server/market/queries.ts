import * as z from 'zod/mini';
import { type RuleChange, ruleOf } from '#core/pricing/symbol-rules.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { keepFresh } from '#server/platform/live.ts';
import { conditionsFromJson, MARKET_SETTINGS_CHANGED, pricesFromJson, type Snapshot } from './snapshot.ts';
import { findRules, listSourceStates } from './store.ts';

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

/**
 * Deletes up to `limit` snapshots older than `before`, never the newest; returns the number. `isUsed`: SQL, whether a snapshot id (text)
 * is still referred to.
 */
export const deleteUnusedSnapshots = (
  db: Queryable,
  { before, limit, isUsed }: { readonly before: Instant; readonly limit: number; readonly isUsed: (id: Sql) => Sql },
): Promise<number> =>
  db.run(
    sql`delete from rate_snapshots where id in (
      select s.id from rate_snapshots s where s.taken_at < ${new Date(before)}
        and s.taken_at < (select max(taken_at) from rate_snapshots)
        and not ${isUsed(sql`s.id::text`)}
      limit ${limit})`,
  );

/** Number of price sources that are polled, whether they answer or not. */
export const countSources = async (db: Queryable): Promise<number> => (await listSourceStates(db)).length;

/** Accepted deviation of each market symbol (`SymbolRule.bandPpm`), in memory of every process. */
export interface Bands {
  bandPpm(symbol: string): number;
  refresh(): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

export function loadBands(deps: Pick<Deps, 'db' | 'live' | 'log'>): Bands {
  let rules: ReadonlyMap<string, RuleChange> = new Map();
  const refresh = async () => {
    rules = await findRules(deps.db);
  };
  return {
    bandPpm: (symbol) => ruleOf(symbol, rules).bandPpm,
    refresh,
    ...keepFresh(deps, MARKET_SETTINGS_CHANGED, refresh),
  };
}
