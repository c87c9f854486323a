import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { nextSort } from './list-address.ts';

export interface Column<Row> {
  /** Names the cell's class (`cell-<key>`). */
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  /** Key of the API's `sort`; absent: the column does not sort. */
  readonly sort?: string;
  /** Aligned to the right. */
  readonly isNumber?: boolean;
}

/** Rows selected for one action on all of them. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly onMark: (ids: ReadonlySet<string>) => void;
  /** Label of a row's checkbox: "choose Sberbank". */
  readonly label: (id: string) => string;
}

export interface ListTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  readonly sort?: string | undefined;
  readonly onSort?: (sort: string | undefined) => void;
  readonly marked?: Selection;
  /** The rows are those of the previous list. */
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

function MarkAll({ marked, ids }: { readonly marked: Selection; readonly ids: readonly string[] }) {
  const { t } = useTranslation();
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

function MarkOne({ marked, id }: { readonly marked: Selection; readonly id: string }) {
  const isMarked = marked.ids.has(id);
  const toggled = isMarked ? [...marked.ids].filter((one) => one !== id) : [...marked.ids, id];
  return (
    <td className="cell-mark">
      <Checkbox size="xs" aria-label={marked.label(id)} checked={isMarked} onChange={() => marked.onMark(new Set(toggled))} />
    </td>
  );
}

/** A table of rows: sorted by its headers, marked by checkboxes. On a phone each row is a card with labels. The first column names the row. */
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
