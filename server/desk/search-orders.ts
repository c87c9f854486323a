import { formatAmount } from '#core/money/amount.ts';
import type { FoundIn, SearchQuery } from '#core/search/read-query.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { numbersOf } from '#server/orders/terms/order-terms.ts';
import { findOrdersByTerms } from '#server/orders/terms/term-index.ts';
import { isSearchComplete } from '#server/orders/terms/index-old-orders.job.ts';
import type { SearchMatch, Searcher } from '#server/search/searcher.ts';
import { findByPrefix, type MatchedOrderRow, readMatchedOrders } from './search-store.ts';

type SearchDeps = Pick<Deps, 'db' | 'secrets' | 'catalogue'>;

/** Matches that identify one order come before those that many orders share. */
const RANK: Readonly<Record<FoundIn, number>> = { number: 0, hash: 1, reference: 2, requisites: 3, name: 4, amount: 5, email: 6 };
const rankOf = (matches: readonly FoundIn[]): number => Math.min(...matches.map((match) => RANK[match]));

/** Order ids with the fields that matched. */
async function findCandidates({ db, ...deps }: SearchDeps, query: SearchQuery, limit: number): Promise<Map<string, Set<FoundIn>>> {
  const [hits, byPrefix] = await Promise.all([
    findOrdersByTerms(
      db,
      query.readings.map(({ foundIn: found, terms }) => ({ terms: numbersOf(deps, terms), mail: found === 'email' ? query.text : null })),
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

/** The index matches the letters of an e-mail in any order: check the text itself */
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
