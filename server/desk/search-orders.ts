import { formatAmount } from '#core/money/amount.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import type { FoundIn, SearchQuery } from '#core/search/read-query.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { isSearchComplete } from '#server/orders/terms/index-old-orders.job.ts';
import { numbersOf } from '#server/orders/terms/order-terms.ts';
import { findOrdersByTerms } from '#server/orders/terms/term-index.ts';
import { col, join, type Queryable, raw, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import { hasNumber } from '#server/orders/has-number.ts';
import type { Searcher, SearchMatch } from '#server/search/searcher.ts';
import { prefixPattern } from '#server/platform/db/db.ts';

const NamedRow = rowType({ order_id: col.text, found_in: col.oneOf(['number', 'hash', 'reference']) });

/** Identifiers of payments and payouts at rails, chains and banks: table, column, match kind. */
const IDENTIFIER_COLUMNS = [
  ['deposits', 'tx_hash', 'hash'],
  ['deposits', 'external_id', 'reference'],
  ['deposits', 'reference', 'reference'],
  ['payouts', 'tx_hash', 'hash'],
  ['payouts', 'external_id', 'reference'],
] as const;

/** Shorter texts match too many orders. */
const MIN_PREFIX_LENGTH = 3;
/** Shorter prefixes match too many references. */
const MIN_REFERENCE_LENGTH = 4;

/**
 * Orders whose number, or whose payments' and payouts' hashes and references, start with `text`;
 * the newest numbers first.
 */
async function findByPrefix(db: Queryable, text: string, limit: number): Promise<RowOf<typeof NamedRow>[]> {
  const pattern = prefixPattern(text);
  const isReference = text.length >= MIN_REFERENCE_LENGTH && !/\s/.test(text);
  const byIdentifier = (isReference ? IDENTIFIER_COLUMNS : []).map(
    ([table, column, foundIn]) => sql`
    (select order_id, ${foundIn} as found_in from ${raw(table)} where lower(${raw(column)}) like ${pattern} and order_id is not null
      limit ${limit})`,
  );
  const byNumber = sql`(select id as order_id, 'number' as found_in from orders where ${hasNumber(sql`id`, text)} order by created_at desc
    limit ${limit})`;
  if (text.length < MIN_PREFIX_LENGTH) return [];
  return await db.many(NamedRow, join([byNumber, ...byIdentifier], ' union all '));
}

const MatchedOrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  email: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  created_at: col.timestamp,
});
type MatchedOrderRow = RowOf<typeof MatchedOrderRow>;

const readMatchedOrders = async (db: Queryable, ids: readonly string[]): Promise<MatchedOrderRow[]> =>
  ids.length === 0
    ? []
    : await db.many(
        MatchedOrderRow,
        sql`select id, status, email, income_code, outcome_code, income_amount, outcome_amount, created_at from orders
          where id in (${join([...ids])})`,
      );

type SearchDeps = Pick<Deps, 'db' | 'secrets' | 'catalogue'>;

/** Matches that identify one order come before those that many orders share. */
const RANK: Readonly<Record<FoundIn, number>> = { number: 0, hash: 1, reference: 2, requisites: 3, name: 4, amount: 5, email: 6 };
const rankOf = (matches: readonly FoundIn[]): number => Math.min(...matches.map((match) => RANK[match]));

/** Order ids with the fields that matched. */
async function findCandidates({ db, ...deps }: SearchDeps, query: SearchQuery, limit: number): Promise<Map<string, Set<FoundIn>>> {
  const [hits, byPrefix] = await Promise.all([
    findOrdersByTerms(
      db,
      query.readings.map(({ foundIn, terms }) => ({ terms: numbersOf(deps, terms), mail: foundIn === 'email' ? query.text : null })),
      limit,
    ),
    findByPrefix(db, query.text, limit),
  ]);
  const candidates = new Map<string, Set<FoundIn>>();
  const add = (id: string, field: FoundIn) => candidates.set(id, (candidates.get(id) ?? new Set()).add(field));
  for (const { order_id: id, found_in: field } of byPrefix) add(id, field);
  for (const { order_id: id, reading } of hits) {
    const matched = query.readings[reading];
    if (matched) add(id, matched.foundIn);
  }
  return candidates;
}

/** The index matches the letters of an e-mail in any order, so the text itself is compared as well. */
const isMatch = (row: MatchedOrderRow, field: FoundIn, { text }: SearchQuery): boolean =>
  field !== 'email' || row.email.toLowerCase().includes(text);

function present({ catalogue }: SearchDeps, row: MatchedOrderRow, matches: readonly FoundIn[]): SearchMatch {
  const amounts = (
    [
      ['income_code', 'income_amount'],
      ['outcome_code', 'outcome_amount'],
    ] as const
  ).flatMap(([code, amount]) => {
    const system = catalogue.paymentSystem(row[code]);
    return system === undefined ? [] : [{ amount: formatAmount(BigInt(row[amount]), system.scale), currency_iso_code: system.currency }];
  });
  return {
    subject: row.id,
    title: row.id,
    detail: row.email,
    found_in: [...matches].toSorted((a, b) => RANK[a] - RANK[b]),
    status: row.status,
    amounts,
    at: toRfc3339(row.created_at.getTime()),
  };
}

/** Finds orders by number, hash, reference, requisites, name, amount or e-mail. */
export const orderSearcher = (deps: SearchDeps): Searcher => ({
  entity: 'orders',
  needs: 'read_orders',
  isComplete: async () => await isSearchComplete(deps.db),
  async find(query, { limit }) {
    const candidates = await findCandidates(deps, query, limit);
    const rows = await readMatchedOrders(deps.db, [...candidates.keys()]);
    return rows
      .flatMap((row) => {
        const matches = [...(candidates.get(row.id) ?? [])].filter((field) => isMatch(row, field, query));
        return matches.length === 0 ? [] : [{ row, matches }];
      })
      .toSorted((a, b) => rankOf(a.matches) - rankOf(b.matches) || b.row.created_at.getTime() - a.row.created_at.getTime())
      .slice(0, limit)
      .map(({ row, matches }) => present(deps, row, matches));
  },
});
