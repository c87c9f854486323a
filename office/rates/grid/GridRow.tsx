import { memo } from 'react';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { type ColumnName, COLUMNS, isMember, type CellFormat } from './columns.ts';
import { type Edit, isConflict, type LineEdits } from './edits.ts';
import { type GridLine, textOf } from './lines.ts';

const WORDS: ReadonlySet<ColumnName> = new Set(['income', 'outcome', 'enabled', 'rateType']);

export interface Editing {
  readonly column: number;
  readonly text: string;
}

export interface GridRowProps {
  readonly line: GridLine;
  readonly index: number;
  readonly top: number;
  readonly cellFormat: CellFormat;
  readonly edits: LineEdits | undefined;
  /** Refusals of the server, by member. */
  readonly refused: Readonly<Record<string, string>> | undefined;
  /** Selected columns, as bits. */
  readonly mask: number;
  /** Active column; -1: another row is active. */
  readonly active: number;
  readonly editing: Editing | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

/** Whether a column is aligned to the right. */
export const isNumber = (column: ColumnName): boolean => !WORDS.has(column);

export const cellId = (row: number, column: number): string => `rate-cell-${row}-${column}`;

/** State of a cell, with its message: edited, invalid, changed by a colleague, refused. */
function stateOf({ line, edit, column, refused }: Pick<CellProps, 'line' | 'edit' | 'column' | 'refused'>, t: Translation['t']) {
  if (edit === undefined || !isMember(column)) return { state: undefined, words: undefined };
  if ('wrong' in edit.after) return { state: 'wrong', words: t(`rates.wrong.${edit.after.wrong}`) } as const;
  if (isConflict(edit, line, column)) return { state: 'conflict', words: t('rates.conflict') } as const;
  return refused === undefined ? ({ state: 'edited', words: undefined } as const) : ({ state: 'wrong', words: refused } as const);
}

function editedText(line: GridLine, column: ColumnName, edit: Edit | undefined, cellFormat: CellFormat): string {
  if (edit === undefined) return textOf(line, column, { value: undefined, cellFormat });
  return 'text' in edit.after ? edit.after.text : textOf(line, column, { value: edit.after.value, cellFormat });
}

interface CellProps extends Pick<GridRowProps, 'line' | 'cellFormat' | 'onText' | 'onLeave'> {
  readonly row: number;
  readonly place: number;
  readonly column: ColumnName;
  readonly edit: Edit | undefined;
  readonly refused: string | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly text: string | undefined;
}

/** A function, not a component: every row has fourteen cells, and scrolling must stay fast. */
function renderCell(cell: CellProps, t: Translation['t']) {
  const { line, cellFormat, row, place, column, edit, isSelected, isActive, text, onText, onLeave } = cell;
  const { state, words } = stateOf(cell, t);
  const names = column === 'income' || column === 'outcome' ? line[column].name[cellFormat.locale] : undefined;
  const storedText = edit === undefined || !isMember(column) ? undefined : textOf(line, column, { value: undefined, cellFormat });
  const title = words ?? names ?? (storedText === undefined ? undefined : t('rates.was', { value: storedText === '' ? '—' : storedText }));
  return (
    <div
      key={column}
      role="gridcell"
      id={cellId(row, place)}
      aria-colindex={place + 1}
      aria-selected={isSelected}
      aria-invalid={state === 'wrong' || state === 'conflict' || undefined}
      className={`rate-cell${isNumber(column) ? ' number' : ''}${isActive ? ' active' : ''}`}
      data-name={column}
      data-column={place}
      data-row={row}
      data-state={state}
      data-read={isMember(column) ? undefined : true}
      title={title}
    >
      {text === undefined ? (
        editedText(line, column, edit, cellFormat)
      ) : (
        <input
          ref={(field) => field?.focus()}
          aria-label={`${line.key} ${t(`rates.column.${column}`)}`}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onBlur={onLeave}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {words === undefined ? null : <span className="unseen">{words}</span>}
    </div>
  );
}

/** One direction of the grid, memoized: scrolling mounts rows on every frame. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, index, top, edits, refused, mask, active, editing, cellFormat, onText, onLeave } = props;
  const { t } = useTranslation();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="rate-row"
      data-off={line.values.enabled === true ? undefined : true}
      style={{ transform: `translateY(${top}px)` }}
    >
      {COLUMNS.map((column, place) =>
        renderCell(
          {
            line,
            cellFormat,
            row: index,
            place,
            column,
            edit: isMember(column) ? edits?.[column] : undefined,
            refused: refused?.[column],
            isSelected: ((mask >> place) & 1) === 1,
            isActive: active === place,
            text: editing?.column === place ? editing.text : undefined,
            onText,
            onLeave,
          },
          t,
        ),
      )}
    </div>
  );
});
