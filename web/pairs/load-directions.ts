import { data, type LoaderFunctionArgs } from 'react-router';
import { askBoard } from '#web/board/ask-board.ts';
import type { BoardRow } from '#web/board/rows.ts';
import { siteContext } from '#web/api/site-context.ts';
import { listSystems } from '#web/exchange/list-systems.ts';
import { byKind, type System } from '#web/exchange/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { type Codes, toldOf } from './told-of-pairs.ts';
import { findPairs, findSystems, PAIRS_PER_PAGE, type Sought, soughtIn } from './find-pairs.ts';

export type ShownSystem = Pick<System, 'id' | 'name' | 'kind' | 'network' | 'mark' | 'currency_iso_code' | 'precision' | 'reserve'> & {
  readonly isPaid: boolean;
};

export interface DirectionsPage {
  readonly sought: Sought;
  /** Kinds to choose from. */
  readonly kinds: readonly System['kind'][];
  readonly groups: readonly { readonly kind: System['kind']; readonly ids: readonly string[] }[];
  /** Those that are named by `groups` and `pairs`. */
  readonly systems: readonly ShownSystem[];
  readonly currencies: readonly string[];
  /** Codes of both sides, of one page, and what the board says of each; null: it has no rate now. */
  readonly pairs: readonly (readonly [from: string, to: string, told: BoardRow | null])[];
  /** When the rates were read. */
  readonly at: string;
  readonly total: number;
  readonly pages: number;
}

const shown = ({ id, name, kind, network, mark, currency_iso_code, precision, reserve, outcome_enabled: isPaid }: System): ShownSystem => ({
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

/** Every payment system, and the exchanges that are sought, a page at a time: links and a form without scripts. */
export async function loadDirections({ request, context }: LoaderFunctionArgs): Promise<DirectionsPage> {
  const { pathname, searchParams } = new URL(request.url);
  const api = context.get(siteContext).api(localeOf(pathname));
  const systems = await listSystems(api);
  if (systems === undefined) throw data(null, { status: 503 });
  const sought = soughtIn(searchParams);
  const found = findPairs(systems, sought);
  const pages = Math.max(1, Math.ceil(found.length / PAIRS_PER_PAGE));
  const page = Math.min(sought.page, pages);
  const shownPairs = found.slice((page - 1) * PAIRS_PER_PAGE, page * PAIRS_PER_PAGE).map(({ from, to }): Codes => [from.id, to.id]);
  const told = await toldOf(shownPairs, async (side, code) => await askBoard(api, side, code));
  return {
    sought: { ...sought, page },
    kinds: byKind(systems).map(({ kind }) => kind),
    groups: byKind(findSystems(systems, sought)).map(({ kind, items }) => ({ kind, ids: items.map(({ id }) => id) })),
    systems: systems.map(shown),
    currencies: [...new Set(systems.map(({ currency_iso_code }) => currency_iso_code))].toSorted(),
    pairs: shownPairs.map(([from, to]) => [from, to, told(from, to)]),
    at: new Date().toISOString(),
    total: found.length,
    pages,
  };
}
