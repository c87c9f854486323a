/** A cell by the indexes of its visible row and column. */
export interface Spot {
  readonly row: number;
  readonly column: number;
}

interface Range {
  readonly from: Spot;
  readonly to: Spot;
}

/** Selected ranges of cells. Shift extends the last one; its `from` is the active cell. */
export interface Selection {
  readonly ranges: readonly [Range, ...Range[]];
}

export const at = (spot: Spot): Selection => ({ ranges: [{ from: spot, to: spot }] });

const lastOf = ({ ranges }: Selection): Range => ranges.at(-1) ?? ranges[0];

/** The active cell: typing edits it. */
export const activeOf = (selection: Selection): Spot => lastOf(selection).from;

/** The end that Shift and arrows move. */
export const edgeOf = (selection: Selection): Spot => lastOf(selection).to;

/** Shift: the last range extends to `to`. */
export function reachTo(selection: Selection, to: Spot): Selection {
  const [first, ...others] = selection.ranges;
  const last = lastOf(selection);
  const grown = { from: last.from, to };
  return others.length === 0 ? { ranges: [grown] } : { ranges: [first, ...others.slice(0, -1), grown] };
}

/** Ctrl: one more cell is selected. */
export const addTo = ({ ranges: [first, ...others] }: Selection, spot: Spot): Selection => ({
  ranges: [first, ...others, { from: spot, to: spot }],
});

export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const boxOf = ({ from, to }: Range): Box => ({
  top: Math.min(from.row, to.row),
  bottom: Math.max(from.row, to.row),
  left: Math.min(from.column, to.column),
  right: Math.max(from.column, to.column),
});

/** The range of the active cell. */
export const lastBox = (selection: Selection): Box => boxOf(lastOf(selection));

/** Selected columns of a row, as bits: a row renders again only when its own change. */
export function maskOf({ ranges }: Selection, row: number): number {
  let mask = 0;
  for (const range of ranges) {
    const { top, bottom, left, right } = boxOf(range);
    if (row < top || row > bottom) continue;
    for (let column = left; column <= right; column++) mask |= 1 << column;
  }
  return mask;
}

/** Every selected cell once, row by row. */
export function cellsOf({ ranges }: Selection, rows: number): readonly Spot[] {
  const seen = new Map<number, number>();
  for (const range of ranges) {
    const { top, bottom, left, right } = boxOf(range);
    for (let row = Math.max(0, top); row <= Math.min(bottom, rows - 1); row++) {
      for (let column = left; column <= right; column++) seen.set(row, (seen.get(row) ?? 0) | (1 << column));
    }
  }
  return [...seen]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([row, mask]) => {
      const spots: Spot[] = [];
      for (let column = 0; mask >> column !== 0; column++) if ((mask >> column) & 1) spots.push({ row, column });
      return spots;
    });
}

/** A whole column; the active cell stays active. */
export function columnOf({ row, column }: Spot, rows: number): Selection {
  const down = { from: { row, column }, to: { row: Math.max(rows - 1, row), column } };
  return row === 0 ? { ranges: [down] } : { ranges: [{ from: { row: 0, column }, to: { row: row - 1, column } }, down] };
}

/** Number of selected cells; a single range is counted without walking its cells. */
export function countOf(selection: Selection, rows: number): number {
  if (selection.ranges.length > 1) return cellsOf(selection, rows).length;
  const { top, bottom, left, right } = lastBox(selection);
  return (bottom - top + 1) * (right - left + 1);
}

/** A step, limited to the grid. */
export const stepped = (spot: Spot, by: { readonly rows: number; readonly columns: number }, size: Spot): Spot => ({
  row: Math.min(Math.max(spot.row + by.rows, 0), Math.max(size.row - 1, 0)),
  column: Math.min(Math.max(spot.column + by.columns, 0), size.column - 1),
});
