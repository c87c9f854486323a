import * as z from 'zod/mini';
import { LOCALES } from '#core/locale.ts';
import { FINAL_STATUSES } from '#core/order/status.ts';
import { MIN_WITHDRAWAL } from '#core/withdrawal/withdrawal.ts';
import { col, type Queryable, raw, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

export const DestroyedCount = z.object({ what: z.string(), count: z.number() });
export type DestroyedCount = z.output<typeof DestroyedCount>;

const COLUMNS = raw('id, user_id, requested_at, letter_to, locale, orders_due_at, account_done_at, orders_done_at, report');

export const ErasureRow = rowType({
  id: col.text,
  user_id: col.text,
  requested_at: col.timestamp,
  letter_to: col.nullable(col.text),
  locale: col.oneOf(LOCALES),
  orders_due_at: col.timestamp,
  account_done_at: col.nullable(col.timestamp),
  orders_done_at: col.nullable(col.timestamp),
  report: col.json(z.array(DestroyedCount)),
});
export type ErasureRow = RowOf<typeof ErasureRow>;

const ObstacleRow = rowType({ orders: col.number, withdrawals: col.number, waits: col.bool, has_money: col.bool });

/** What prevents erasure: open orders and withdrawals, surplus to return, or a balance above the minimum withdrawal. */
export const findObstacles = async (db: Queryable, userId: string): Promise<RowOf<typeof ObstacleRow>> =>
  await db.one(
    ObstacleRow,
    sql`
    select
      (select count(*)::int from orders where user_id = ${userId} and status <> all(${[...FINAL_STATUSES]}::text[])) as orders,
      (select count(*)::int from withdrawals where user_id = ${userId} and status <> all(${[...FINAL_STATUSES]}::text[])) as withdrawals,
      exists (select from orders where user_id = ${userId} and status = 'completed'
        and received_amount - surplus_returned > income_amount) as waits,
      exists (select from wallets w join account_balances b on b.wallet = w.id
        where w.owner_id = ${userId} and -b.balance >= ${String(MIN_WITHDRAWAL)}::numeric) as has_money`,
  );

/** Locks the account's row until the transaction ends, so that a concurrent order waits and then finds the account closed. */
export const lockUser = async (tx: Tx, userId: string): Promise<unknown> =>
  await tx.run(sql`select 1 from users where id = ${userId} for update`);

export const closeAccount = async (tx: Tx, userId: string, now: Date): Promise<number> =>
  await tx.run(sql`update users set disabled_at = ${now} where id = ${userId} and disabled_at is null`);

const ProposalsRow = rowType({ are_open: col.bool });

/** Whether an approval that needs the user's data is still open; approvals expire within about a day. */
export const hasOpenProposals = async (db: Queryable, userId: string, now: Date): Promise<boolean> =>
  (
    await db.one(
      ProposalsRow,
      sql`
      select exists (
        select from approvals where state = 'open' and expires_at > ${now} and subject in (
          select id from orders where user_id = ${userId} union all select id from withdrawals where user_id = ${userId}
          union all select ${userId}::text union all select id::text from earnings where user_id = ${userId}
          union all select id::text from referrals where user_id = ${userId} or referrer_id = ${userId})) as are_open`,
    )
  ).are_open;

export const insertErasure = async (
  tx: Tx,
  erasure: { id: string; userId: string; emailTo: string; locale: string; at: Date; ordersDueAt: Date },
): Promise<ErasureRow> =>
  await tx.one(
    ErasureRow,
    sql`
    insert into erasures (id, user_id, requested_at, letter_to, locale, orders_due_at)
    values (${erasure.id}, ${erasure.userId}, ${erasure.at}, ${erasure.emailTo}, ${erasure.locale}, ${erasure.ordersDueAt})
      returning ${COLUMNS}`,
  );

export const findErasure = async (db: Queryable, id: string): Promise<ErasureRow | undefined> =>
  await db.maybe(ErasureRow, sql`select ${COLUMNS} from erasures where id = ${id}`);

/** Erasures with data to destroy. */
export const findDue = async (db: Queryable, now: Date): Promise<ErasureRow[]> =>
  await db.many(
    ErasureRow,
    sql`
    select ${COLUMNS} from erasures where account_done_at is null or (orders_done_at is null and orders_due_at <= ${now})
    order by requested_at limit 20`,
  );

/** Records what was destroyed. False if another process has recorded it. */
export const saveDone = async (
  tx: Tx,
  { id, part, now, report }: { id: string; part: 'account' | 'orders'; now: Date; report: readonly DestroyedCount[] },
): Promise<boolean> => {
  const done = raw(`${part}_done_at`);
  const clearRecipient = part === 'account' ? sql`, letter_to = null` : sql``;
  return (
    (await tx.run(sql`
      update erasures set ${done} = ${now}, report = report || ${JSON.stringify(report)}::jsonb${clearRecipient}
        where id = ${id} and ${done} is null`)) === 1
  );
};

/** SQL: whether the account with this id is erased. */
export const isErased = (userId: Sql): Sql => sql`exists (select from erasures e where e.user_id = ${userId})`;
