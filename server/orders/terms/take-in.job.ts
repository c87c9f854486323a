import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import { findOrder } from '#server/orders/store.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { orderTerms } from './make-terms.ts';
import { markOf, numbersOf } from './number-terms.ts';
import { replaceTerms } from './term-index.ts';

type TakeDeps = Pick<Deps, 'db' | 'secrets' | 'catalogue' | 'clock' | 'log'>;

/** Short enough to keep nobody waiting, and a pause after each. */
const BATCH = 250;
/** Beyond every id. */
const LAST_ID = '~';

const ProgressRow = z.object({
  key_mark: z.instanceof(Buffer),
  before_at: z.date(),
  before_id: z.string(),
  taken: z.string(),
  done_at: z.nullable(z.date()),
});

/** Where the work stands, held by this transaction; undefined: another process is at it. */
async function holdProgress({ secrets, clock }: TakeDeps, tx: Tx): Promise<z.output<typeof ProgressRow> | undefined> {
  const mark = markOf({ secrets });
  const now = new Date(clock.now());
  // The key has changed, and all terms with it
  await tx.run(sql`
    insert into order_search_progress (key_mark, before_at, before_id) values (${mark}, ${now}, ${LAST_ID})
    on conflict (id) do update set key_mark = excluded.key_mark, before_at = excluded.before_at, before_id = excluded.before_id, taken = 0, done_at = null
    where order_search_progress.key_mark <> excluded.key_mark`);
  return await tx.maybe(
    ProgressRow,
    sql`select key_mark, before_at, before_id, taken, done_at from order_search_progress for update skip locked`,
  );
}

const OldRow = z.object({
  id: z.string(),
  created_at: z.date(),
  income: z.instanceof(Buffer),
  outcome: z.instanceof(Buffer),
});

const valuesOf = (secrets: Deps['secrets'], sealed: Buffer): RequisiteValues => JSON.parse(secrets.unseal(sealed)) as RequisiteValues;

async function takeIn(deps: TakeDeps, tx: Tx, rows: readonly z.output<typeof OldRow>[]): Promise<void> {
  const made = [];
  for (const row of rows) {
    const order = await findOrder(tx, row.id);
    if (!order) continue;
    const given = { income: valuesOf(deps.secrets, row.income), outcome: valuesOf(deps.secrets, row.outcome) };
    made.push({ id: row.id, createdAt: order.createdAt, terms: numbersOf(deps, orderTerms(deps, order, given)) });
  }
  await replaceTerms(tx, made);
}

const DoneRow = z.object({ is_done: z.boolean() });

const isTakenIn = async ({ db, secrets }: TakeDeps): Promise<boolean> =>
  (
    await db.one(
      DoneRow,
      sql`
      select coalesce((select done_at is not null and key_mark = ${markOf({ secrets })} from order_search_progress), false) as is_done`,
    )
  ).is_done;

/** Takes in the next orders of before, newest first; how many. */
export async function takeInOrders(deps: TakeDeps): Promise<number> {
  // Nothing is locked while nothing is to be done
  if (await isTakenIn(deps)) return 0;
  return await deps.db.tx(async (tx) => {
    const progress = await holdProgress(deps, tx);
    if (progress === undefined || progress.done_at !== null) return 0;
    const rows = await tx.many(
      OldRow,
      sql`
      select id, created_at, income_requisites_sealed as income, outcome_requisites_sealed as outcome from orders
      where (created_at, id) < (${progress.before_at}, ${progress.before_id}) order by created_at desc, id desc limit ${BATCH}`,
    );
    await takeIn(deps, tx, rows);
    const last = rows.at(-1);
    const taken = BigInt(progress.taken) + BigInt(rows.length);
    const isDone = rows.length < BATCH;
    await tx.run(sql`
      update order_search_progress set before_at = ${last?.created_at ?? progress.before_at}, before_id = ${last?.id ?? progress.before_id},
        taken = ${String(taken)}, done_at = ${isDone ? new Date(deps.clock.now()) : null}`);
    deps.log[isDone ? 'info' : 'debug']({ taken: Number(taken) }, isDone ? 'orders_searchable' : 'orders_taken_into_search');
    return rows.length;
  });
}

/** Whether every order can be found; else the older ones are still being taken in. */
export const isSearchComplete = async (db: Queryable): Promise<boolean> =>
  (await db.one(DoneRow, sql`select coalesce((select done_at is not null from order_search_progress), false) as is_done`)).is_done;
