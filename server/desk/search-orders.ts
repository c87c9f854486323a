import { formatAmount } from '#core/money/amount.ts';
import type { FoundIn, SearchQuery } from '#core/search/read-query.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { numbersOf } from '#server/orders/terms/number-terms.ts';
import { findOrdersByTerms } from '#server/orders/terms/term-index.ts';
import { isSearchComplete } from '#server/orders/terms/take-in.job.ts';
import type { Found, Searcher } from '#server/search/searcher.ts';
import { findByBeginning, type FoundOrderRow, readFoundOrders } from './search-store.ts';

type SearchDeps = Pick<Deps, 'db' | 'secrets' | 'catalogue'>;

/** What names one order alone stands before what many share. */
const RANK: Readonly<Record<FoundIn, number>> = { number: 0, hash: 1, reference: 2, requisites: 3, name: 4, amount: 5, email: 6 };
const rankOf = (found: readonly FoundIn[]): number => Math.min(...found.map((one) => RANK[one]));

/** Ids with what each was found in. */
async function candidates({ db, ...deps }: SearchDeps, query: SearchQuery, most: number): Promise<Map<string, Set<FoundIn>>> {
  const [hits, named] = await Promise.all([
    findOrdersByTerms(
      db,
      query.readings.map(({ found, terms }) => ({ terms: numbersOf(deps, terms), mail: found === 'email' ? query.text : null })),
      most,
    ),
    findByBeginning(db, query.text, most),
  ]);
  const found = new Map<string, Set<FoundIn>>();
  const add = (id: string, how: FoundIn) => found.set(id, (found.get(id) ?? new Set()).add(how));
  for (const { order_id: id, found_in: how } of named) add(id, how);
  for (const { order_id: id, reading } of hits) {
    const read = query.readings[reading];
    if (read) add(id, read.found);
  }
  return found;
}

/** Letters in a row may all be there and stand elsewhere. */
const holds = (row: FoundOrderRow, how: FoundIn, { text }: SearchQuery): boolean =>
  how !== 'email' || row.email.toLowerCase().includes(text);

function present({ catalogue }: SearchDeps, row: FoundOrderRow, found: readonly FoundIn[]): Found {
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
    found_in: [...found].toSorted((one, other) => RANK[one] - RANK[other]),
    status: row.status,
    amounts,
    at: toRfc3339(row.created_at.getTime()),
  };
}

/** Orders by everything that they can be known by. */
export const orderSearcher = (deps: SearchDeps): Searcher => ({
  noun: 'orders',
  needs: 'read_orders',
  isComplete: async () => await isSearchComplete(deps.db),
  async find(query, { most }) {
    const found = await candidates(deps, query, most);
    const rows = await readFoundOrders(deps.db, [...found.keys()]);
    return rows
      .flatMap((row) => {
        const how = [...(found.get(row.id) ?? [])].filter((one) => holds(row, one, query));
        return how.length === 0 ? [] : [{ row, how }];
      })
      .toSorted((one, other) => rankOf(one.how) - rankOf(other.how) || other.row.created_at.getTime() - one.row.created_at.getTime())
      .slice(0, most)
      .map(({ row, how }) => present(deps, row, how));
  },
});
