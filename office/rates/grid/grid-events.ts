import type { ClipboardEvent, KeyboardEvent, MouseEvent } from 'react';
import { COLUMNS } from './columns.ts';
import type { EditStep, Written } from './edits.ts';
import type { GridCells } from './grid-cells.ts';
import { actionOf, type GridAction } from './grid-keys.ts';
import { activeOf, addTo, at, cellsOf, columnOf, edgeOf, lastBox, reachTo, type Selection, type Spot, stepped } from './selection.ts';

/** A block of texts, row by row. */
type Block = readonly (readonly string[])[];

/** Parses a spreadsheet's clipboard text: tabs between cells, line breaks between rows, quotes around cells with either. */
export function parseBlock(text: string): Block {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    rows.at(-1)?.push(cell);
    cell = '';
  };
  const source = text.replaceAll('\r\n', '\n').replaceAll('\r', '\n').replace(/\n$/, '');
  for (let i = 0; i < source.length; i++) {
    const character = source[i] ?? '';
    if (isQuoted && character === '"' && source[i + 1] === '"') {
      cell += '"';
      i++;
    } else if (character === '"' && (isQuoted || cell === '')) isQuoted = !isQuoted;
    else if (!isQuoted && character === '\t') endCell();
    else if (!isQuoted && character === '\n') {
      endCell();
      rows.push([]);
    } else cell += character;
  }
  endCell();
  return rows;
}

const quoted = (cell: string): string => (/["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export const writeBlock = (block: Block): string => block.map((row) => row.map(quoted).join('\t')).join('\n');

/** The text for one cell of the target: the block is repeated, as in spreadsheets. */
export function textAt(block: Block, row: number, column: number): string {
  const line = block[row % block.length] ?? [];
  return line[column % Math.max(line.length, 1)] ?? '';
}

export interface EditingCell {
  readonly spot: Spot;
  readonly text: string;
}

interface Move {
  readonly rows: number;
  readonly columns: number;
}

/** What the events of the grid read and call. */
interface GridControls {
  readonly cells: GridCells;
  readonly rowCount: number;
  readonly selection: Selection;
  readonly isEditing: boolean;
  /** Whether an event's target is the grid itself, not the edited field. */
  readonly isGrid: (target: EventTarget) => boolean;
  readonly focusGrid: () => void;
  readonly select: (selection: Selection) => void;
  /** Selects, and scrolls the selection's end into view. */
  readonly go: (selection: Selection) => void;
  readonly dispatch: (step: EditStep) => void;
  readonly write: (cells: readonly Written[]) => void;
  /** `text` replaces the cell's; null: editing begins with it. */
  readonly startEditing: (spot: Spot, text: string | null) => void;
  readonly appendText: (text: string) => void;
  readonly cancelEditing: () => void;
  /** Ends editing and writes the text into its cell, or into all selected cells. Null: nothing was edited. */
  readonly finishEditing: (target: 'cell' | 'selection') => EditingCell | null;
}

const spotOf = (target: EventTarget | null): Spot | undefined => {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  const { row, column } = cell?.dataset ?? {};
  return row === undefined || column === undefined ? undefined : { row: Number(row), column: Number(column) };
};

const sizeOf = ({ rowCount }: GridControls): Spot => ({ row: rowCount, column: COLUMNS.length });
const selectedSpots = ({ selection, rowCount }: GridControls): readonly Spot[] => cellsOf(selection, rowCount);

/** Toggles the active cell, and those of `spots` in its column to the same state. */
function toggle(grid: GridControls, spots: readonly Spot[]): void {
  const active = activeOf(grid.selection);
  const text = grid.cells.toggledText(active);
  if (text === undefined) return;
  const inColumn = spots.filter(({ column }) => column === active.column);
  grid.write(grid.cells.written(inColumn, () => text));
}

function fillDown(grid: GridControls): void {
  const { top, left, right, bottom } = lastBox(grid.selection);
  const below = selectedSpots(grid).filter(({ row, column }) => row > top && row <= bottom && column >= left && column <= right);
  grid.write(grid.cells.written(below, ({ column }) => grid.cells.text({ row: top, column })));
}

const clearable = ({ member }: Written): boolean => member === 'minIncome' || member === 'maxIncome';

function act(grid: GridControls, action: GridAction): void {
  const { cells, selection } = grid;
  const active = activeOf(selection);
  const size = sizeOf(grid);
  const selected = () => cells.written(selectedSpots(grid), () => '');
  switch (action.kind) {
    case 'step': {
      const { rows, columns, isReaching } = action;
      const from = isReaching ? edgeOf(selection) : active;
      const to = stepped(from, { rows, columns }, size);
      return grid.go(isReaching ? reachTo(selection, to) : at(to));
    }
    case 'edit':
      return grid.startEditing(active, action.text);
    case 'toggle':
      return toggle(grid, selectedSpots(grid));
    case 'fill':
      return fillDown(grid);
    case 'all':
      return grid.select({ ranges: [{ from: { row: 0, column: 0 }, to: { row: size.row - 1, column: size.column - 1 } }] });
    case 'column':
      return grid.select(columnOf(active, size.row));
    case 'revert':
      return grid.dispatch({ kind: 'revert', cells: selected().map(({ line, member }) => ({ key: line.key, member })) });
    case 'empty':
      return grid.write(selected().filter(clearable));
    case 'collapse':
      return grid.select(at(active));
    default:
      return grid.dispatch({ kind: action.kind });
  }
}

/** Ends editing, then moves the active cell by `move`. */
function commit(grid: GridControls, target: 'cell' | 'selection', move: Move | null): void {
  const finished = grid.finishEditing(target);
  if (finished !== null && move !== null) grid.go(at(stepped(finished.spot, move, sizeOf(grid))));
  grid.focusGrid();
}

/** A key while a cell is edited. */
function editKey(grid: GridControls, event: KeyboardEvent): void {
  const { key, shiftKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.nativeEvent.isComposing) return;
  if (key === 'Escape') {
    grid.cancelEditing();
    grid.focusGrid();
  } else if (key === 'Enter' && isCommand) commit(grid, 'selection', null);
  else if (key === 'Enter') commit(grid, 'cell', { rows: shiftKey ? -1 : 1, columns: 0 });
  else if (key === 'Tab') commit(grid, 'cell', { rows: 0, columns: shiftKey ? -1 : 1 });
  // The field of a row out of view is mounted in the next frame: until then the grid has the focus
  else if (grid.isGrid(event.target) && key.length === 1 && !isCommand) grid.appendText(key);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

function pressKey(grid: GridControls, event: KeyboardEvent): void {
  if (grid.isEditing) return editKey(grid, event);
  if (!grid.isGrid(event.target) || grid.rowCount === 0) return;
  const action = actionOf(event, { spot: activeOf(grid.selection), columns: COLUMNS.length });
  if (action === undefined) return;
  event.preventDefault();
  act(grid, action);
}

function pressMouse(grid: GridControls, event: MouseEvent): void {
  const spot = spotOf(event.target);
  if (spot === undefined || event.button !== 0 || event.target instanceof HTMLInputElement) return;
  if (grid.isEditing) commit(grid, 'cell', null);
  if (event.shiftKey) grid.select(reachTo(grid.selection, spot));
  else grid.select(event.ctrlKey || event.metaKey ? addTo(grid.selection, spot) : at(spot));
  grid.focusGrid();
  event.preventDefault();
}

function dragMouse(grid: GridControls, event: MouseEvent): void {
  const spot = event.buttons === 1 && !grid.isEditing ? spotOf(event.target) : undefined;
  if (spot !== undefined) grid.select(reachTo(grid.selection, spot));
}

function doubleClick(grid: GridControls, event: MouseEvent): void {
  const spot = spotOf(event.target);
  const name = spot && COLUMNS[spot.column];
  if (spot === undefined || name === undefined) return;
  if (name === 'enabled' || name === 'rateType') toggle(grid, [spot]);
  else grid.startEditing(spot, null);
}

function copy(grid: GridControls, event: ClipboardEvent): void {
  if (grid.isEditing || !grid.isGrid(event.target)) return;
  const { top, bottom, left, right } = lastBox(grid.selection);
  const rows = Array.from({ length: bottom - top + 1 }, (_, row) =>
    Array.from({ length: right - left + 1 }, (_column, column) => grid.cells.text({ row: top + row, column: left + column })),
  );
  event.clipboardData.setData('text/plain', writeBlock(rows));
  event.preventDefault();
}

/** Pastes a block at the selection; over a larger selection the block is repeated. */
function paste(grid: GridControls, event: ClipboardEvent): void {
  if (grid.isEditing || !grid.isGrid(event.target)) return;
  event.preventDefault();
  const block = parseBlock(event.clipboardData.getData('text/plain'));
  const box = lastBox(grid.selection);
  const [height, width] = [block.length, Math.max(...block.map((row) => row.length))];
  const bottom = Math.min(Math.max(box.bottom, box.top + height - 1), grid.rowCount - 1);
  const right = Math.min(Math.max(box.right, box.left + width - 1), COLUMNS.length - 1);
  const isSingle = height === 1 && width === 1;
  const target: Selection = { ranges: [{ from: { row: box.top, column: box.left }, to: { row: bottom, column: right } }] };
  const spots = isSingle ? selectedSpots(grid) : cellsOf(target, grid.rowCount);
  grid.write(grid.cells.written(spots, ({ row, column }) => textAt(block, row - box.top, column - box.left)));
  if (!isSingle) grid.select(target);
}

/** The grid's event handlers: keyboard, mouse and clipboard, as in a spreadsheet. */
export const gridHandlers = (grid: GridControls) => ({
  onKeyDown: (event: KeyboardEvent) => pressKey(grid, event),
  onMouseDown: (event: MouseEvent) => pressMouse(grid, event),
  onMouseOver: (event: MouseEvent) => dragMouse(grid, event),
  onDoubleClick: (event: MouseEvent) => doubleClick(grid, event),
  onCopy: (event: ClipboardEvent) => copy(grid, event),
  onPaste: (event: ClipboardEvent) => paste(grid, event),
});
