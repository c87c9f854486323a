import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder } from '#server/orders/queries.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { keyFingerprintOf, numbersOf, orderTerms } from './order-terms.ts';
import { replaceTerms } from './term-index.ts';

type IndexDeps = Pick<Deps, 'db' | 'secrets' | 'catalogue' | 'clock' | 'log'>;

/** Small enough to delay no other work. */
const BATCH = 250;
/** Greater than every order id. */
const LAST_ID = '~';

const ProgressRow = rowType({
  key_mark: col.bytes,
  before_at: col.timestamp,
  before_id: col.text,
  taken: col.text,
  done_at: col.nullable(col.timestamp),
});

/** The progress row, locked by this transaction; undefined: another process is working on it. */
async function lockProgress({ secrets, clock }: IndexDeps, tx: Tx): Promise<RowOf<typeof ProgressRow> | undefined> {
  const keyFingerprint = keyFingerprintOf({ secrets });
  const now = new Date(clock.now());
  // When the key changes, all terms are made again
  await tx.run(sql`
    insert into order_search_progress (key_mark, before_at, before_id) values (${keyFingerprint}, ${now}, ${LAST_ID})
    on conflict (id) do update set key_mark = excluded.key_mark, before_at = excluded.before_at, before_id = excluded.before_id,
      taken = 0, done_at = null
    where order_search_progress.key_mark <> excluded.key_mark`);
  return await tx.maybe(
    ProgressRow,
    sql`select key_mark, before_at, before_id, taken, done_at from order_search_progress for update skip locked`,
  );
}

const OldRow = rowType({
  id: col.text,
  created_at: col.timestamp,
  income: col.bytes,
  outcome: col.bytes,
});

const valuesOf = (secrets: Deps['secrets'], sealed: Buffer): RequisiteValues => JSON.parse(secrets.unseal(sealed)) as RequisiteValues;

async function indexOrders(deps: IndexDeps, tx: Tx, rows: readonly RowOf<typeof OldRow>[]): Promise<void> {
  const indexed = [];
  for (const row of rows) {
    const order = await findOrder(tx, row.id);
    if (!order) continue;
    const requisites = { income: valuesOf(deps.secrets, row.income), outcome: valuesOf(deps.secrets, row.outcome) };
    indexed.push({ id: row.id, createdAt: order.createdAt, terms: numbersOf(deps, orderTerms(deps, order, requisites)) });
  }
  await replaceTerms(tx, indexed);
}

const DoneRow = rowType({ is_done: col.bool });

/** Whether every order is indexed with the current key. */
async function isIndexed({ db, secrets }: IndexDeps): Promise<boolean> {
  const keyFingerprint = keyFingerprintOf({ secrets });
  const row = await db.one(
    DoneRow,
    sql`select coalesce((select done_at is not null and key_mark = ${keyFingerprint} from order_search_progress), false) as is_done`,
  );
  return row.is_done;
}

/** Indexes the next batch of older orders, newest first; returns their number. */
export async function indexNextBatch(deps: IndexDeps): Promise<number> {
  // Checked without a lock first: usually all orders are indexed
  if (await isIndexed(deps)) return 0;
  return await deps.db.tx(async (tx) => {
    const progress = await lockProgress(deps, tx);
    if (progress === undefined || progress.done_at !== null) return 0;
    const rows = await tx.many(
      OldRow,
      sql`
      select id, created_at, income_requisites_sealed as income, outcome_requisites_sealed as outcome from orders
      where (created_at, id) < (${progress.before_at}, ${progress.before_id}) order by created_at desc, id desc limit ${BATCH}`,
    );
    await indexOrders(deps, tx, rows);
    const last = rows.at(-1);
    const indexedCount = BigInt(progress.taken) + BigInt(rows.length);
    const isDone = rows.length < BATCH;
    await tx.run(sql`
      update order_search_progress set before_at = ${last?.created_at ?? progress.before_at}, before_id = ${last?.id ?? progress.before_id},
        taken = ${String(indexedCount)}, done_at = ${isDone ? new Date(deps.clock.now()) : null}`);
    deps.log[isDone ? 'info' : 'debug']({ taken: Number(indexedCount) }, isDone ? 'orders_searchable' : 'orders_taken_into_search');
    return rows.length;
  });
}

/** Whether every order is indexed; false while older ones are still being indexed. */
export const isSearchComplete = async (db: Queryable): Promise<boolean> =>
  (await db.one(DoneRow, sql`select coalesce((select done_at is not null from order_search_progress), false) as is_done`)).is_done;
