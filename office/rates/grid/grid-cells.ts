import { type CellValue, type ColumnName, COLUMNS, isMember, type CellFormat, type Member, toggled } from './columns.ts';
import type { Edits, Written } from './edits.ts';
import { type GridLine, textOf } from './lines.ts';
import type { Spot } from './selection.ts';

interface EditableCell {
  readonly line: GridLine;
  readonly member: Member;
}

export interface GridContent {
  readonly lines: readonly GridLine[];
  readonly edits: Edits;
  readonly cellFormat: CellFormat;
}

/** The cells of the grid by place, with the edits applied. */
export function gridCells({ lines, edits, cellFormat }: GridContent) {
  const editable = ({ row, column }: Spot): EditableCell | undefined => {
    const [line, member] = [lines[row], COLUMNS[column]];
    return line === undefined || member === undefined || !isMember(member) ? undefined : { line, member };
  };
  const editOf = ({ line, member }: EditableCell) => edits.get(line.key)?.[member]?.after;
  const valueOf = (cell: EditableCell): CellValue => {
    const after = editOf(cell);
    return after !== undefined && 'value' in after ? after.value : cell.line.values[cell.member];
  };
  /** As it is read and copied. */
  const text = (spot: Spot): string => {
    const [line, name]: [GridLine | undefined, ColumnName | undefined] = [lines[spot.row], COLUMNS[spot.column]];
    if (line === undefined || name === undefined) return '';
    const cell = editable(spot);
    return textOf(line, name, { value: cell && valueOf(cell), cellFormat });
  };
  return {
    text,
    isEditable: (spot: Spot): boolean => editable(spot) !== undefined,
    /** The text that editing begins with: an invalid edit as it was entered. */
    input(spot: Spot): string {
      const cell = editable(spot);
      const after = cell && editOf(cell);
      return after !== undefined && 'text' in after ? after.text : text(spot);
    },
    /** New texts of the editable cells among `spots`. */
    written: (spots: readonly Spot[], textFor: (spot: Spot) => string): Written[] =>
      spots.flatMap((spot) => {
        const cell = editable(spot);
        return cell === undefined ? [] : [{ ...cell, text: textFor(spot) }];
      }),
    /** Text of a switch's other state; undefined where the cell is no switch. */
    toggledText(spot: Spot): string | undefined {
      const cell = editable(spot);
      const value = cell && toggled(cell.member, valueOf(cell));
      return cell === undefined || value === undefined ? undefined : textOf(cell.line, cell.member, { value, cellFormat });
    },
  };
}

export type GridCells = ReturnType<typeof gridCells>;
