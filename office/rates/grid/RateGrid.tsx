import { useVirtualizer } from '@tanstack/react-virtual';
import { nextSort } from '#office/lists/use-list-address.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { COLUMNS, type CellFormat } from './columns.ts';
import type { Edits, EditStep } from './edits.ts';
import { cellId, GridRow, isNumber } from './GridRow.tsx';
import type { GridLine } from './lines.ts';
import { activeOf, countOf, maskOf } from './selection.ts';
import { useGrid } from './use-grid.ts';

const ROW_PX = 30;
const HEAD_PX = 44;

/** Refusals of cells in words, by line and member. */
export type RefusedCells = ReadonlyMap<string, Readonly<Record<string, string>>>;

export interface RateGridProps {
  readonly lines: readonly GridLine[];
  readonly edits: Edits;
  readonly refused: RefusedCells;
  readonly cellFormat: CellFormat;
  readonly isReadOnly: boolean;
  readonly sort: string | undefined;
  readonly onSort: (sort: string | undefined) => void;
  readonly step: (step: EditStep) => void;
}

function Heads({ sort, onSort }: Pick<RateGridProps, 'sort' | 'onSort'>) {
  const { t } = useTranslation();
  return (
    <div role="rowgroup" className="rate-heads">
      <div role="row" aria-rowindex={1} className="rate-head">
        {COLUMNS.map((column, place) => {
          const order = sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none';
          return (
            <div
              key={column}
              role="columnheader"
              aria-colindex={place + 1}
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
export function RateGrid({ lines, edits, refused, cellFormat, isReadOnly, sort, onSort, step }: RateGridProps) {
  const { t } = useTranslation();
  const grid = useGrid({ lines, edits, cellFormat, isReadOnly, step, show: (row) => rows.scrollToIndex(row) });
  // oxlint-disable-next-line react/incompatible-library -- its result is used in this component only, never memoized
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => grid.box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    // The header covers the top, the scroll bar the bottom
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
                mask={maskOf(grid.selection, index)}
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
