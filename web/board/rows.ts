import { showsInverse } from '#core/format/amount.ts';
import type { BoardLineAttributes } from '#contract/public/board.ts';

/** Figures of one direction; `id`: the system on the other side. */
export interface BoardRow {
  readonly id: string;
  readonly rate: string;
  readonly inverse: string;
  readonly change: string | null;
  readonly inverseChange: string | null;
  /** Promised time of the exchange. */
  readonly minutes: number;
}

/** Side of the chosen system in every direction of the board. */
export type BoardSide = 'income' | 'outcome';

export const rowOf = (side: BoardSide, line: BoardLineAttributes): BoardRow => ({
  id: side === 'income' ? line.outcome_payment_system_id : line.income_payment_system_id,
  rate: line.rate,
  inverse: line.inverse_rate,
  change: line.change_24h,
  inverseChange: line.inverse_change_24h,
  minutes: line.eta_minutes,
});

export const SORTS = ['name', 'rate', 'change', 'minutes'] as const;
export type Sort = (typeof SORTS)[number];

export const isInverse = ({ rate }: Pick<BoardRow, 'rate'>): boolean => showsInverse(rate);

export interface NamedSystem {
  readonly id: string;
  readonly name: string;
}

const SORTED_LAST = Number.POSITIVE_INFINITY;

/** Sort key of a row; unknown figures come last. As a `number` only for sorting. */
function sortKey(row: BoardRow | undefined, sort: Sort): number {
  if (row === undefined) return SORTED_LAST;
  if (sort === 'minutes') return row.minutes;
  const shown = isInverse(row) ? { rate: row.inverse, change: row.inverseChange } : { rate: row.rate, change: row.change };
  const figure = shown[sort === 'rate' ? 'rate' : 'change'];
  return figure === null ? SORTED_LAST : -Number(figure);
}

/** The systems in the chosen order; null: the order of the catalogue. */
export function sortSystems<System extends NamedSystem>(
  systems: readonly System[],
  rows: ReadonlyMap<string, BoardRow>,
  sort: Sort | null,
): readonly System[] {
  if (sort === null) return systems;
  if (sort === 'name') return systems.toSorted((a, b) => a.name.localeCompare(b.name));
  return systems.toSorted((a, b) => sortKey(rows.get(a.id), sort) - sortKey(rows.get(b.id), sort));
}
