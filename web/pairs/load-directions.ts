import { data, type LoaderFunctionArgs } from 'react-router';
import { loadBoard } from '#web/board/load-board.ts';
import type { BoardRow, BoardSide } from '#web/board/rows.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import { groupByKind, type System } from '#web/catalogue/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { findPairs, findSystems, PAIRS_PER_PAGE, type PairQuery, pairQueryIn } from './find-pairs.ts';

export type PairCodes = readonly [from: string, to: string];

/**
 * Board rows of these pairs. Loads whole boards of the side with fewer systems, to send few requests. Without the response of a board
 * its pairs have no rows.
 */
export async function boardRowsOf(
  pairs: readonly PairCodes[],
  loadBoard: (side: BoardSide, code: string) => Promise<readonly BoardRow[] | undefined>,
): Promise<(from: string, to: string) => BoardRow | null> {
  const [fromCodes, toCodes] = [new Set(pairs.map(([from]) => from)), new Set(pairs.map(([, to]) => to))];
  const side = fromCodes.size <= toCodes.size ? 'income' : 'outcome';
  const boards = await Promise.all(
    [...(side === 'income' ? fromCodes : toCodes)].map(async (code) => [code, (await loadBoard(side, code)) ?? []] as const),
  );
  const rowsByPair = new Map(boards.flatMap(([code, rows]) => rows.map((row) => [`${code} ${row.id}`, row] as const)));
  return (from, to) => rowsByPair.get(side === 'income' ? `${from} ${to}` : `${to} ${from}`) ?? null;
}

export type ListedSystem = Pick<System, 'id' | 'name' | 'kind' | 'network' | 'mark' | 'currency_iso_code' | 'precision' | 'reserve'> & {
  readonly isPaid: boolean;
};

export interface DirectionsPage {
  readonly query: PairQuery;
  /** Kinds to choose from. */
  readonly kinds: readonly System['kind'][];
  readonly groups: readonly { readonly kind: System['kind']; readonly ids: readonly string[] }[];
  /** The systems of `groups` and `pairs`. */
  readonly systems: readonly ListedSystem[];
  readonly currencies: readonly string[];
  /** Pairs of one page: both codes and the board's row; null: no rate now. */
  readonly pairs: readonly (readonly [from: string, to: string, row: BoardRow | null])[];
  /** When the rates were loaded. */
  readonly ratesAt: string;
  readonly total: number;
  readonly pages: number;
}

const toListed = ({
  id,
  name,
  kind,
  network,
  mark,
  currency_iso_code,
  precision,
  reserve,
  outcome_enabled: isPaid,
}: System): ListedSystem => ({
  id,
  name,
  kind,
  network,
  mark,
  currency_iso_code,
  precision,
  reserve,
  isPaid,
});

/** Every payment system, and a page of the exchanges that match the search. */
export async function loadDirections({ request, context }: LoaderFunctionArgs): Promise<DirectionsPage> {
  const { pathname, searchParams } = new URL(request.url);
  const api = context.get(siteContext).api(localeOf(pathname));
  const systems = await listSystems(api);
  if (systems === undefined) throw data(null, { status: 503 });
  const query = pairQueryIn(searchParams);
  const matching = findPairs(systems, query);
  const pages = Math.max(1, Math.ceil(matching.length / PAIRS_PER_PAGE));
  const page = Math.min(query.page, pages);
  const pagePairs = matching.slice((page - 1) * PAIRS_PER_PAGE, page * PAIRS_PER_PAGE).map(({ from, to }): PairCodes => [from.id, to.id]);
  const rowOf = await boardRowsOf(pagePairs, async (side, code) => await loadBoard(api, side, code));
  return {
    query: { ...query, page },
    kinds: groupByKind(systems).map(({ kind }) => kind),
    groups: groupByKind(findSystems(systems, query)).map(({ kind, items }) => ({ kind, ids: items.map(({ id }) => id) })),
    systems: systems.map(toListed),
    currencies: [...new Set(systems.map(({ currency_iso_code }) => currency_iso_code))].toSorted(),
    pairs: pagePairs.map(([from, to]) => [from, to, rowOf(from, to)]),
    ratesAt: new Date().toISOString(),
    total: matching.length,
    pages,
  };
}
