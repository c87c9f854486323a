import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '#office/words/Words.tsx';
import { nextSort } from './list-address.ts';

export interface Column<Row> {
  /** Names the cell's class (`cell-<key>`). */
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Key of the API's `sort`; absent: the column does not sort. */
  readonly sort?: string;
  /** Figures stand at the right. */
  readonly isNumber?: boolean;
}

/** Rows marked for one deed over all of them. */
export interface Marked {
  readonly ids: ReadonlySet<string>;
  readonly onMark: (ids: ReadonlySet<string>) => void;
  /** What a row's box is for: "choose Sberbank". */
  readonly label: (id: string) => string;
}

export interface ListTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  readonly marked?: Marked;
  /** The rows are those of the list before. */
  readonly isBusy?: boolean;
}

interface HeadProps<Row> {
  readonly column: Column<Row>;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string | undefined) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { key, label, sort: by, isNumber } = column;
  const order = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined;
  const sorts = by !== undefined && onSort !== undefined;
  return (
    <th scope="col" className={`cell-${key}`} data-number={isNumber || undefined} aria-sort={sorts ? (order ?? 'none') : undefined}>
      {sorts ? (
        <button type="button" className="sorter" onClick={() => onSort(nextSort(sort, by))}>
          {label}
          <span aria-hidden="true">{order === 'ascending' ? ' ↑' : order === 'descending' ? ' ↓' : ''}</span>
        </button>
      ) : (
        label
      )}
    </th>
  );
}

function MarkAll({ marked, ids }: { readonly marked: Marked; readonly ids: readonly string[] }) {
  const { t } = useWords();
  const count = ids.filter((id) => marked.ids.has(id)).length;
  const isAll = count === ids.length && count > 0;
  const others = [...marked.ids].filter((id) => !ids.includes(id));
  return (
    <th scope="col" className="cell-mark">
      <Checkbox
        size="xs"
        aria-label={t('office.list.mark_all')}
        checked={isAll}
        indeterminate={count > 0 && !isAll}
        onChange={() => marked.onMark(new Set(isAll ? others : [...others, ...ids]))}
      />
    </th>
  );
}

function MarkOne({ marked, id }: { readonly marked: Marked; readonly id: string }) {
  const isMarked = marked.ids.has(id);
  const toggled = isMarked ? [...marked.ids].filter((one) => one !== id) : [...marked.ids, id];
  return (
    <td className="cell-mark">
      <Checkbox size="xs" aria-label={marked.label(id)} checked={isMarked} onChange={() => marked.onMark(new Set(toggled))} />
    </td>
  );
}

/** A board of rows: dense, sorted by its heads, marked by boxes. On a phone every row is a slip with its labels. The first column names the row. */
export function ListTable<Row>({ caption, columns, rows, idOf, sort, onSort, marked, isBusy = false }: ListTableProps<Row>) {
  const [name, ...others] = columns;
  if (name === undefined) return null;
  return (
    <table className="list" aria-busy={isBusy}>
      <caption className="unseen">{caption}</caption>
      <thead>
        <tr>
          {marked === undefined ? null : <MarkAll marked={marked} ids={rows.map(idOf)} />}
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)} data-marked={marked?.ids.has(idOf(row)) || undefined}>
            {marked === undefined ? null : <MarkOne marked={marked} id={idOf(row)} />}
            <th scope="row" className={`cell-${name.key}`}>
              {name.cell(row)}
            </th>
            {others.map((column) => (
              <td key={column.key} className={`cell-${column.key}`} data-number={column.isNumber || undefined} data-label={column.label}>
                <div>{column.cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
