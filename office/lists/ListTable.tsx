import { Checkbox } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { nextSort } from './use-list-address.ts';

export interface Column<Row> {
  /** Names the cell's class (`cell-<key>`). */
  readonly key: string;
  readonly label: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Key of the API's `sort`; absent: the column does not sort. */
  readonly sort?: string;
  /** Aligned to the right. */
  readonly isNumber?: boolean;
  /** On a phone the cell has no label: its text says what it is. */
  readonly isPlain?: boolean;
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
  readonly marked?: Selection | undefined;
  /** The rows are those of the previous list. */
  readonly isBusy?: boolean;
  /** Class with the styles of the table. */
  readonly className?: string;
  readonly isCaptionVisible?: boolean;
  /** Title of a row's group, shown above the first row of each group. */
  readonly groupOf?: (row: Row) => string;
  /** Attributes of a row, for its styles. */
  readonly dataOf?: (row: Row, index: number) => Readonly<Record<`data-${string}`, string | number | true | undefined>>;
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
  const toggled = isMarked ? [...marked.ids].filter((other) => other !== id) : [...marked.ids, id];
  return (
    <td className="cell-mark">
      <Checkbox size="xs" aria-label={marked.label(id)} checked={isMarked} onChange={() => marked.onMark(new Set(toggled))} />
    </td>
  );
}

/** A table of rows: sorted by its headers, marked by checkboxes. On a phone each row is a card with labels. The first column names the row. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { caption, columns, rows, idOf, sort, onSort, marked, isBusy = false, className = 'list', isCaptionVisible = false } = props;
  const [name, ...others] = columns;
  if (name === undefined) return null;
  const groupOf = (row: Row | undefined) => (row === undefined ? undefined : props.groupOf?.(row));
  return (
    <table className={className} aria-busy={isBusy}>
      <caption className={isCaptionVisible ? undefined : 'unseen'}>{caption}</caption>
      <thead>
        <tr>
          {marked === undefined ? null : <MarkAll marked={marked} ids={rows.map(idOf)} />}
          {columns.map((column) => (
            <Head key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Fragment key={idOf(row)}>
            {groupOf(row) === groupOf(rows[index - 1]) ? null : (
              <tr>
                <th scope="rowgroup" colSpan={columns.length} className="cell-group">
                  {groupOf(row)}
                </th>
              </tr>
            )}
            <tr data-marked={marked?.ids.has(idOf(row)) || undefined} {...props.dataOf?.(row, index)}>
              {marked === undefined ? null : <MarkOne marked={marked} id={idOf(row)} />}
              <th scope="row" className={`cell-${name.key}`}>
                {name.cell(row, index)}
              </th>
              {others.map((column) => (
                <td
                  key={column.key}
                  className={`cell-${column.key}`}
                  data-number={column.isNumber || undefined}
                  data-label={column.isPlain === true ? undefined : column.label}
                  data-plain={column.isPlain || undefined}
                >
                  <div>{column.cell(row, index)}</div>
                </td>
              ))}
            </tr>
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}
