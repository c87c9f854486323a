import * as z from 'zod/mini';
import sql, { type Sql } from 'sql-template-tag';
import { PAIR_VERDICTS, type PairVerdict } from '#core/customer-links.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** What an operator has said of two customers, by their ids as expressions; null: nothing that is in force. */
export const verdictBetween = (one: Sql, other: Sql): Sql => sql`(
  select v.verdict from customer_pairs v
  where v.first_id = least(${one}, ${other}) and v.second_id = greatest(${one}, ${other}) and v.ended_at is null)`;

const COLUMNS = sql`v.verdict, v.note, coalesce(u.full_name, u.email) as said_by, (extract(epoch from v.said_at) * 1000)::bigint::float8 as said_at`;

export const SaidOfPair = z.object({ verdict: z.enum(PAIR_VERDICTS), note: z.string(), said_by: z.string(), said_at: z.number() });
export type SaidOfPair = z.output<typeof SaidOfPair>;

/** The same as JSON, with the reason, who said it and when. */
export const saidBetween = (one: Sql, other: Sql): Sql => sql`(
  select to_jsonb(s) from (
    select ${COLUMNS} from customer_pairs v join users u on u.id = v.said_by
    where v.first_id = least(${one}, ${other}) and v.second_id = greatest(${one}, ${other}) and v.ended_at is null) s)`;

const SaidRow = z.extend(SaidOfPair, { id: z.string(), mailbox: z.string() });

/** Everybody of whom something is said together with this customer. */
export const listSaidOf = (db: Queryable, customerId: string): Promise<z.output<typeof SaidRow>[]> =>
  db.many(
    SaidRow,
    sql`
    select c.id, c.mailbox, ${COLUMNS} from customer_pairs v join users u on u.id = v.said_by
      join customers c on c.id = case when v.first_id = ${customerId} then v.second_id else v.first_id end
    where ${customerId} in (v.first_id, v.second_id) and v.ended_at is null order by v.said_at desc limit 100`,
  );

const OrderRow = z.object({ order_id: z.string() });

/** Which of these orders are of customers who are said not to be connected with this one. */
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
  readonly one: string;
  readonly other: string;
  readonly operatorId: string;
  readonly now: Instant;
}

/** Takes back what is said of two customers; zero: nothing is. */
export const endSaid = (tx: Tx, { one, other, operatorId, now }: Pair): Promise<number> =>
  tx.run(sql`
    update customer_pairs set ended_by = ${operatorId}, ended_at = ${new Date(now)}
    where first_id = least(${one}::text, ${other}::text) and second_id = greatest(${one}::text, ${other}::text) and ended_at is null`);

/** Zero: somebody has said something else meanwhile. */
export const insertSaid = (
  tx: Tx,
  { id, one, other, operatorId, now, verdict, note }: Pair & { readonly id: string; readonly verdict: PairVerdict; readonly note: string },
): Promise<number> =>
  tx.run(sql`
    insert into customer_pairs (id, first_id, second_id, verdict, note, said_by, said_at)
    values (${id}, least(${one}::text, ${other}::text), greatest(${one}::text, ${other}::text), ${verdict}, ${note}, ${operatorId}, ${new Date(now)})
    on conflict do nothing`);

const VerdictRow = z.object({ verdict: z.nullable(z.enum(PAIR_VERDICTS)) });

export const findVerdict = async (db: Queryable, one: string, other: string): Promise<PairVerdict | null> =>
  (await db.one(VerdictRow, sql`select ${verdictBetween(sql`${one}::text`, sql`${other}::text`)} as verdict`)).verdict;
