import type { SameBy } from '#core/customer/customer.ts';
import { SAME_CUSTOMER } from '#core/search/order-terms.ts';
import type { Instant } from '#core/time.ts';
import { col, join, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { rangeOf } from './order-terms.ts';

/** Numbers as a statement parameter. */
export const bigints = (numbers: readonly bigint[]): Sql => sql`${numbers.map(String)}::bigint[]`;

export const insertTerms = async (
  tx: Tx,
  order: { readonly id: string; readonly createdAt: Instant },
  terms: readonly bigint[],
): Promise<number> =>
  await tx.run(sql`insert into order_search (order_id, at, terms) values (${order.id}, ${new Date(order.createdAt)}, ${bigints(terms)})`);

/** Replaces the terms of orders. */
export async function replaceTerms(
  tx: Tx,
  orders: readonly { readonly id: string; readonly createdAt: Instant; readonly terms: readonly bigint[] }[],
): Promise<void> {
  if (orders.length === 0) return;
  await tx.run(sql`delete from order_search where order_id in (${join(orders.map(({ id }) => id))})`);
  const rows = orders.map(({ id, createdAt, terms }) => sql`(${id}, ${new Date(createdAt)}::timestamptz, ${bigints(terms)})`);
  await tx.run(sql`insert into order_search (order_id, at, terms) values ${join(rows)}`);
}

/** Terms that match many orders are found among the newest ones; only rare terms need a search by index. */
const NEWEST_ORDERS = 1_500;

/** One interpretation of a query, as index numbers. */
interface IndexedReading {
  readonly terms: readonly bigint[];
  /** For a part of an e-mail: the text that the e-mail must contain. */
  readonly mail: string | null;
}

const HitRow = rowType({ order_id: col.text, reading: col.number });
/** A found order and the number of the matching interpretation. */
type Hit = RowOf<typeof HitRow>;

const hasTerms = (terms: readonly bigint[]): Sql => sql`terms @> ${bigints(terms)}`;

type NumberedReading = readonly [place: number, reading: IndexedReading];

/** Searches the newest orders, one scan per interpretation: a frequent term costs no more than a rare one. */
const newestByTerms = ([index, { terms }]: NumberedReading, limit: number): Sql => sql`
  (select order_id, ${index}::int as reading from (select order_id, terms from order_search order by at desc limit ${NEWEST_ORDERS}) newest
   where ${hasTerms(terms)} limit ${limit})`;
const newestByMail = ([index, { mail }]: NumberedReading, limit: number): Sql => sql`
  (select id as order_id, ${index}::int as reading
    from (select id, email from orders order by created_at desc, id limit ${NEWEST_ORDERS}) newest
   where position(${mail} in lower(email)) > 0 limit ${limit})`;

/** Searches all orders by the index, newest first: for terms with few matches among the newest orders. */
const byTerms = ([index, { terms }]: NumberedReading, limit: number): Sql => sql`
  (with found as materialized (select order_id, at from order_search where ${hasTerms(terms)})
   select order_id, ${index}::int as reading from found order by at desc limit ${limit})`;

const findAll = async (db: Queryable, parts: readonly Sql[]): Promise<Hit[]> =>
  parts.length === 0 ? [] : await db.many(HitRow, join(parts, ' union all '));

/** Orders that have all terms of an interpretation, the newest `limit` of each. */
export async function findOrdersByTerms(db: Queryable, readings: readonly IndexedReading[], limit: number): Promise<Hit[]> {
  const numbered = [...readings.entries()];
  const newest = await findAll(
    db,
    numbered.map((reading) => (reading[1].mail === null ? newestByTerms(reading, limit) : newestByMail(reading, limit))),
  );
  const incomplete = numbered.filter(([index]) => newest.filter(({ reading }) => reading === index).length < limit);
  const older = await findAll(
    db,
    incomplete.map((reading) => byTerms(reading, limit)),
  );
  return [...newest, ...older];
}

const TermsRow = rowType({ terms: col.arrayOf(col.text) });

/** Terms of an order whose kinds are in these ranges. */
export async function findTermsOf(db: Queryable, orderId: string, ranges: readonly (readonly [bigint, bigint])[]): Promise<bigint[]> {
  const rows = await db.many(TermsRow, sql`select terms from order_search where order_id = ${orderId}`);
  const all = rows.flatMap(({ terms }) => terms.map(BigInt));
  return [...new Set(all)].filter((term) => ranges.some(([from, to]) => term >= from && term < to));
}

const SharedRow = rowType({ order_id: col.text, shared: col.arrayOf(col.text) });

/** Orders that share any of these terms, newest first, with the shared terms. */
export const findSharing = async (db: Queryable, terms: readonly bigint[], limit: number): Promise<RowOf<typeof SharedRow>[]> =>
  terms.length === 0
    ? []
    : await db.many(
        SharedRow,
        sql`
        with found as materialized (select order_id, at, terms from order_search where terms && ${bigints(terms)})
        select order_id, array(select unnest(terms) intersect select unnest(${bigints(terms)})) as shared
        from found order by at desc limit ${limit}`,
      );

const SAME_BY_KIND: Readonly<Record<(typeof SAME_CUSTOMER)[number], SameBy>> = { customer: 'email', user: 'user', requisite: 'requisites' };

const isWithin = (term: bigint, [from, to]: readonly [bigint, bigint]): boolean => term >= from && term < to;

/** Other orders with the same e-mail, account or complete requisite, newest first, and what they share. */
export async function findRelatedOrders(db: Queryable, orderId: string, limit: number): Promise<Map<string, Set<SameBy>>> {
  const terms = await findTermsOf(db, orderId, SAME_CUSTOMER.map(rangeOf));
  const related = new Map<string, Set<SameBy>>();
  for (const { order_id: id, shared } of await findSharing(db, terms, limit + 1)) {
    if (id === orderId) continue;
    const kinds = SAME_CUSTOMER.filter((kind) => shared.some((term) => isWithin(BigInt(term), rangeOf(kind))));
    related.set(id, new Set([...(related.get(id) ?? []), ...kinds.map((kind) => SAME_BY_KIND[kind])]));
  }
  return related;
}
