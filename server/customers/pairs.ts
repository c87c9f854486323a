import * as z from 'zod/mini';
import { PAIR_VERDICTS, type PairVerdict } from '#core/customer/customer.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { nameOf } from '#server/users/queries.ts';

/** SQL: the current verdict on two customers, given their ids as expressions; null if there is none. */
export const verdictBetween = (customerId: Sql, otherId: Sql): Sql => sql`(
  select v.verdict from customer_pairs v
  where v.first_id = least(${customerId}, ${otherId}) and v.second_id = greatest(${customerId}, ${otherId}) and v.ended_at is null)`;

const COLUMNS = sql`
  v.verdict, v.note, ${nameOf(sql`v.said_by`)} as said_by,
  (extract(epoch from v.said_at) * 1000)::bigint::float8 as said_at`;

export const StoredVerdict = z.object({ verdict: z.enum(PAIR_VERDICTS), note: z.string(), said_by: z.string(), said_at: z.number() });
export type StoredVerdict = z.output<typeof StoredVerdict>;

/** SQL: that verdict as JSON, with note, author and time. */
export const verdictDetailsBetween = (customerId: Sql, otherId: Sql): Sql => sql`(
  select to_jsonb(s) from (
    select ${COLUMNS} from customer_pairs v
    where v.first_id = least(${customerId}, ${otherId}) and v.second_id = greatest(${customerId}, ${otherId}) and v.ended_at is null) s)`;

const CustomerVerdictRow = rowType({
  id: col.text,
  mailbox: col.text,
  verdict: col.oneOf(PAIR_VERDICTS),
  note: col.text,
  said_by: col.text,
  said_at: col.number,
});

/** Customers with a current verdict together with this one. */
export const listVerdictsOf = (db: Queryable, customerId: string): Promise<RowOf<typeof CustomerVerdictRow>[]> =>
  db.many(
    CustomerVerdictRow,
    sql`
    select c.id, c.mailbox, ${COLUMNS} from customer_pairs v
      join customers c on c.id = case when v.first_id = ${customerId} then v.second_id else v.first_id end
    where ${customerId} in (v.first_id, v.second_id) and v.ended_at is null order by v.said_at desc limit 100`,
  );

const OrderRow = rowType({ order_id: col.text });

/** Those of the orders whose customers have the verdict `unrelated` with this customer. */
export const listUnrelatedOrders = async (db: Queryable, customerId: string, orderIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.many(
        OrderRow,
        sql`
        select x.order_id from customer_orders x join customer_pairs v
          on v.first_id = least(x.customer_id, ${customerId}::text) and v.second_id = greatest(x.customer_id, ${customerId}::text)
        where x.order_id = any (${[...orderIds]}::text[]) and v.ended_at is null and v.verdict = 'unrelated'`,
      )
    ).map(({ order_id: id }) => id),
  );

interface Pair {
  readonly customerId: string;
  readonly otherId: string;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Ends the current verdict on two customers. Returns 0 if there is none. */
export const endVerdict = (tx: Tx, { customerId, otherId, operatorId, now }: Pair): Promise<number> =>
  tx.run(sql`
    update customer_pairs set ended_by = ${operatorId}, ended_at = ${new Date(now)}
    where first_id = least(${customerId}::text, ${otherId}::text) and second_id = greatest(${customerId}::text, ${otherId}::text)
      and ended_at is null`);

/** Returns 0 if another verdict was stored at the same time. */
export const insertVerdict = (
  tx: Tx,
  {
    id,
    customerId,
    otherId,
    operatorId,
    now,
    verdict,
    note,
  }: Pair & { readonly id: string; readonly verdict: PairVerdict; readonly note: string },
): Promise<number> =>
  tx.run(sql`
    insert into customer_pairs (id, first_id, second_id, verdict, note, said_by, said_at)
    values (${id}, least(${customerId}::text, ${otherId}::text), greatest(${customerId}::text, ${otherId}::text), ${verdict}, ${note},
      ${operatorId}, ${new Date(now)})
    on conflict do nothing`);

const VerdictRow = rowType({ verdict: col.nullable(col.oneOf(PAIR_VERDICTS)) });

/** Locks both customers, so that verdicts on them are decided one after the other. */
export const lockCustomers = async (tx: Tx, customerId: string, otherId: string): Promise<void> => {
  await tx.many(AnyRow, sql`select from customers where id in (${customerId}, ${otherId}) order by id for no key update`);
};

export const findVerdict = async (db: Queryable, customerId: string, otherId: string): Promise<PairVerdict | null> =>
  (await db.one(VerdictRow, sql`select ${verdictBetween(sql`${customerId}::text`, sql`${otherId}::text`)} as verdict`)).verdict;
