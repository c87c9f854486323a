import * as z from 'zod/mini';
import sql, { join, type Sql } from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** As a parameter of a statement. */
export const bigints = (numbers: readonly bigint[]): Sql => sql`${numbers.map(String)}::bigint[]`;

/** Adds what an order is found by. */
export const insertTerms = async (
  tx: Tx,
  order: { readonly id: string; readonly createdAt: Instant },
  terms: readonly bigint[],
): Promise<number> =>
  await tx.run(sql`insert into order_search (order_id, at, terms) values (${order.id}, ${new Date(order.createdAt)}, ${bigints(terms)})`);

/** Writes anew what orders are found by. */
export async function replaceTerms(
  tx: Tx,
  orders: readonly { readonly id: string; readonly createdAt: Instant; readonly terms: readonly bigint[] }[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.run(sql`delete from order_search where order_id in (${join(orders.map(({ id }) => id))})`);
  const rows = orders.map(({ id, createdAt, terms }) => sql`(${id}, ${new Date(createdAt)}::timestamptz, ${bigints(terms)})`);
  await tx.run(sql`insert into order_search (order_id, at, terms) values ${join(rows)}`);
}

/** Whatever is in so many of the newest orders is found among them; what is rarer is looked up by its terms. */
const NEWEST = 1_500;

/** One way to read what was typed, as the index keeps it. */
export interface NumberedReading {
  readonly terms: readonly bigint[];
  /** Where its pieces are those of an e-mail: the text that it must hold. */
  readonly mail: string | null;
}

const HitRow = z.object({ order_id: z.string(), reading: z.number() });
/** An order that was found, and by which of the readings. */
export type Hit = z.output<typeof HitRow>;

const has = (terms: readonly bigint[]): Sql => sql`terms @> ${bigints(terms)}`;

type Placed = readonly [place: number, reading: NumberedReading];

/** Among the newest orders: one walk for each, so that what is in every second order costs no more than what is in none. */
const newestByTerms = ([place, { terms }]: Placed, most: number): Sql => sql`
  (select order_id, ${place}::int as reading from (select order_id, terms from order_search order by at desc limit ${NEWEST}) newest
   where ${has(terms)} limit ${most})`;
const newestByMail = ([place, { mail }]: Placed, most: number): Sql => sql`
  (select id as order_id, ${place}::int as reading from (select id, email from orders order by created_at desc, id limit ${NEWEST}) newest
   where position(${mail} in lower(email)) > 0 limit ${most})`;

/** By its terms alone, the newest of them: for what the newest orders hold few of. */
const byTerms = ([place, { terms }]: Placed, most: number): Sql => sql`
  (with found as materialized (select order_id, at from order_search where ${has(terms)})
   select order_id, ${place}::int as reading from found order by at desc limit ${most})`;

const findAll = async (db: Queryable, parts: readonly Sql[]): Promise<Hit[]> =>
  parts.length === 0 ? [] : await db.many(HitRow, join(parts, ' union all '));

/** Orders that have all terms of a reading, the newest `most` of each. */
export async function findOrdersByTerms(db: Queryable, readings: readonly NumberedReading[], most: number): Promise<Hit[]> {
  const placed = [...readings.entries()];
  const newest = await findAll(
    db,
    placed.map((one) => (one[1].mail === null ? newestByTerms(one, most) : newestByMail(one, most))),
  );
  const lacking = placed.filter(([place]) => newest.filter(({ reading }) => reading === place).length < most);
  const older = await findAll(
    db,
    lacking.map((one) => byTerms(one, most)),
  );
  return [...newest, ...older];
}

const TermsRow = z.object({ terms: z.array(z.string()) });

/** What an order is found by, of the kinds between these bounds. */
export async function findTermsOf(db: Queryable, orderId: string, ranges: readonly (readonly [bigint, bigint])[]): Promise<bigint[]> {
  const rows = await db.many(TermsRow, sql`select terms from order_search where order_id = ${orderId}`);
  const all = rows.flatMap(({ terms }) => terms.map(BigInt));
  return [...new Set(all)].filter((term) => ranges.some(([from, to]) => term >= from && term < to));
}

const SharedRow = z.object({ order_id: z.string(), shared: z.array(z.string()) });

/** Orders that share any of these terms, newest first, with what they share. */
export const findSharing = async (db: Queryable, terms: readonly bigint[], most: number): Promise<z.output<typeof SharedRow>[]> =>
  terms.length === 0
    ? []
    : await db.many(
        SharedRow,
        sql`
        with found as materialized (select order_id, at, terms from order_search where terms && ${bigints(terms)})
        select order_id, array(select unnest(terms) intersect select unnest(${bigints(terms)})) as shared
        from found order by at desc limit ${most}`,
      );
