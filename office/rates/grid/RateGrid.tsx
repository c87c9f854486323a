import { useVirtualizer } from '@tanstack/react-virtual';
import { memo } from 'react';
import type { Locale } from '#core/locale.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { nextSort } from '#office/lists/use-list-address.ts';
import { type CellFormat, type ColumnName, COLUMNS, isMember } from './columns.ts';
import { type Edit, type Edits, type EditStep, isConflict, type LineEdits } from './edits.ts';
import { exactRate, type GridLine, textOf } from './lines.ts';
import { activeOf, countOf, maskOf } from './selection.ts';
import { useGrid } from './use-grid.ts';

const WORDS: ReadonlySet<ColumnName> = new Set(['income', 'outcome', 'enabled', 'rateType']);

interface Editing {
  readonly column: number;
  readonly text: string;
}

interface GridRowProps {
  readonly line: GridLine;
  readonly index: number;
  readonly top: number;
  readonly cellFormat: CellFormat;
  readonly edits: LineEdits | undefined;
  /** Refusals of the server, by member. */
  readonly refused: Readonly<Record<string, string>> | undefined;
  /** Selected columns, as bits. */
  readonly selectedColumns: number;
  /** Active column; -1: another row is active. */
  readonly active: number;
  readonly editing: Editing | undefined;
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
}

/** Whether a column is aligned to the right. */
const isNumber = (column: ColumnName): boolean => !WORDS.has(column);

const cellId = (row: number, column: number): string => `rate-cell-${row}-${column}`;

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
  readonly columnIndex: number;
  readonly column: ColumnName;
  readonly edit: Edit | undefined;
  readonly refused: string | undefined;
  readonly isSelected: boolean;
  readonly isActive: boolean;
  readonly text: string | undefined;
}

/** What a read-only cell shows on hover: the name of a code, the exact rate. */
function readTitle(line: GridLine, column: ColumnName, locale: Locale): string | undefined {
  if (column === 'income' || column === 'outcome') return line[column].name[locale];
  return column === 'rate' ? exactRate(line, locale) : undefined;
}

/** A function, not a component: every row has fourteen cells, and scrolling must stay fast. */
function renderCell(cell: CellProps, t: Translation['t']) {
  const { line, cellFormat, row, columnIndex, column, edit, isSelected, isActive, text, onText, onLeave } = cell;
  const { state, words } = stateOf(cell, t);
  const names = readTitle(line, column, cellFormat.locale);
  const storedText = edit === undefined || !isMember(column) ? undefined : textOf(line, column, { value: undefined, cellFormat });
  const title = words ?? names ?? (storedText === undefined ? undefined : t('rates.was', { value: storedText === '' ? '—' : storedText }));
  return (
    <div
      key={column}
      role="gridcell"
      id={cellId(row, columnIndex)}
      aria-colindex={columnIndex + 1}
      aria-selected={isSelected}
      aria-invalid={state === 'wrong' || state === 'conflict' || undefined}
      className={`rate-cell${isNumber(column) ? ' number' : ''}${isActive ? ' active' : ''}`}
      data-name={column}
      data-column={columnIndex}
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
const GridRow = memo(function GridRow(props: GridRowProps) {
  const { line, index, top, edits, refused, selectedColumns, active, editing, cellFormat, onText, onLeave } = props;
  const { t } = useTranslation();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="rate-row"
      data-off={line.values.enabled === true ? undefined : true}
      style={{ transform: `translateY(${top}px)` }}
    >
      {COLUMNS.map((column, columnIndex) =>
        renderCell(
          {
            line,
            cellFormat,
            row: index,
            columnIndex,
            column,
            edit: isMember(column) ? edits?.[column] : undefined,
            refused: refused?.[column],
            isSelected: ((selectedColumns >> columnIndex) & 1) === 1,
            isActive: active === columnIndex,
            text: editing?.column === columnIndex ? editing.text : undefined,
            onText,
            onLeave,
          },
          t,
        ),
      )}
    </div>
  );
});

const ROW_PX = 30;
const HEAD_PX = 44;

/** Error messages of refused cells, by row key, then by column. */
export type RefusedCells = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface RateGridProps {
  readonly lines: readonly GridLine[];
  readonly edits: Edits;
  readonly refused: RefusedCells;
  readonly cellFormat: CellFormat;
  readonly isReadOnly: boolean;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly dispatch: (step: EditStep) => void;
}

function Heads({ sort, onSort }: Pick<RateGridProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className="rate-heads">
      <div role="row" aria-rowindex={1} className="rate-head">
        {COLUMNS.map((column, columnIndex) => {
          const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
          return (
            <div
              key={column}
              role="columnheader"
              aria-colindex={columnIndex + 1}
              aria-sort={order}
              data-name={column}
              className={isNumber(column) ? 'number' : ''}
            >
              <button type="button" className="sorter" tabIndex={-1} onClick={() => onSort(nextSort(sort, column))}>
                {t(`rates.column.${column}`)}
                <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** Names of the active row's payment systems, and the number of selected cells. */
function ActiveRow({ line, count }: { readonly line: GridLine | undefined; readonly count: number }) {
  const { t, locale } = useTranslation();
  if (line === undefined) return null;
  return (
    <p className="rate-standing">
      {line.income.name[locale]} › {line.outcome.name[locale]}
      {count > 1 ? <span className="dim"> · {t('rates.marked', { count })}</span> : null}
    </p>
  );
}

/** All directions with their margins, fees and limits, edited like a spreadsheet; only visible rows are rendered. */
export function RateGrid({ lines, edits, refused, cellFormat, isReadOnly, sort, onSort, dispatch }: RateGridProps) {
  const { t } = useTranslation();
  const grid = useGrid({ lines, edits, cellFormat, isReadOnly, dispatch, show: (row) => rows.scrollToIndex(row) });
  // oxlint-disable-next-line react/incompatible-library -- its result is used in this component only, never memoized
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => grid.box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    // The scroll element also contains the sticky header, and the scroll bar covers its bottom: a row below them would stay hidden
    scrollPaddingEnd: HEAD_PX + ROW_PX,
  });
  const active = activeOf(grid.selection);
  const visible = rows.getVirtualItems();
  const isVisible = visible.some(({ index }) => index === active.row);
  return (
    <>
      <ActiveRow line={lines[active.row]} count={countOf(grid.selection, lines.length)} />
      <div
        ref={grid.box}
        role="grid"
        tabIndex={0}
        className="rate-grid"
        aria-label={t('rates.grid')}
        aria-rowcount={lines.length + 1}
        aria-colcount={COLUMNS.length}
        aria-multiselectable="true"
        aria-readonly={isReadOnly}
        aria-activedescendant={isVisible ? cellId(active.row, active.column) : undefined}
        {...grid.handlers}
      >
        <Heads sort={sort} onSort={onSort} />
        <div role="rowgroup" className="rate-rows" style={{ height: rows.getTotalSize() }}>
          {visible.map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            return (
              <GridRow
                key={line.key}
                line={line}
                index={index}
                top={start}
                cellFormat={cellFormat}
                edits={edits.get(line.key)}
                refused={refused.get(line.key)}
                selectedColumns={maskOf(grid.selection, index)}
                active={active.row === index ? active.column : -1}
                editing={grid.editing?.spot.row === index ? { column: grid.editing.spot.column, text: grid.editing.text } : undefined}
                onText={grid.onText}
                onLeave={grid.onLeave}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}
