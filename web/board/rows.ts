import type { BoardLineAttributes } from '#contract/board.ts';

/** A line of the board as the page keeps it: the numbers of one direction, by the system on its other side. */
export interface BoardRow {
  readonly id: string;
  readonly rate: string;
  readonly inverse: string;
  readonly change: string | null;
  readonly inverseChange: string | null;
  /** What the exchange is promised in. */
  readonly minutes: number;
}

/** Which side of its lines a board stands on: what is given, or what is got. */
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

/** The larger number is the readable one: 1 BTC = 6 500 000 RUB, also when roubles are given. */
export const isInverse = ({ rate }: Pick<BoardRow, 'rate'>): boolean => rate.startsWith('0.0') || rate === '0';

export interface Named {
  readonly id: string;
  readonly name: string;
}

const last = Number.POSITIVE_INFINITY;

/** Where a line stands; what is unknown stands last. Numbers are read for their order alone. */
function placeOf(row: BoardRow | undefined, sort: Sort): number {
  if (row === undefined) return last;
  if (sort === 'minutes') return row.minutes;
  const told = sort === 'rate' ? (isInverse(row) ? row.inverse : row.rate) : isInverse(row) ? row.inverseChange : row.change;
  return told === null ? last : -Number(told);
}

/** The systems of a board in the wanted order; null: as the catalogue has them. */
export function sorted<System extends Named>(
  systems: readonly System[],
  rows: ReadonlyMap<string, BoardRow>,
  sort: Sort | null,
): readonly System[] {
  if (sort === null) return systems;
  if (sort === 'name') return systems.toSorted((a, b) => a.name.localeCompare(b.name));
  return systems.toSorted((a, b) => placeOf(rows.get(a.id), sort) - placeOf(rows.get(b.id), sort));
}
