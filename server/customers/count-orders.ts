import { col, type Db, rowType, sql, type Sql } from '#server/platform/db/db.ts';

/** Few: an order of a locked customer waits at its commit until they are counted. */
const BATCH = 50;
const IdRow = rowType({ id: col.text });

/**
 * Counts the orders of customers whose numbers are not kept yet; triggers keep them from then on. The rows are locked first: an order that
 * commits later is counted by its trigger. Returns how many customers were counted.
 */
export const countUncountedOrders = (db: Pick<Db, 'tx'>, countsOf: (ids: readonly string[]) => Sql): Promise<number> =>
  db.tx(async (tx) => {
    const uncounted = sql`select id from customers where orders is null order by id limit ${BATCH} for no key update skip locked`;
    const ids = (await tx.many(IdRow, uncounted)).map(({ id }) => id);
    if (ids.length === 0) return 0;
    return await tx.run(sql`
      update customers c set orders = k.orders, completed = k.completed from (${countsOf(ids)}) k where c.id = k.id`);
  });
