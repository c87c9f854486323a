import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Links } from '#contract/call.ts';
import { isEmptied, Pages } from '#office/components/Pages.tsx';
import { Problem } from '#office/components/Screen.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ListTable, type ListTableProps, type Selection } from './ListTable.tsx';
import { clearFilters, type ListAddressState } from './use-list-address.ts';

interface EmptyProps {
  /** Text where there are no rows at all. */
  readonly text: string;
  /** Clears the search and filters; undefined: the list is not narrowed. */
  readonly clear?: (() => void) | undefined;
  /** The screen whose action fills the list. */
  readonly next?: { readonly to: string; readonly label: string } | undefined;
}

/** A list without rows: there are none, or none match the search and filters, which can be cleared. */
export function Empty({ text, clear, next }: EmptyProps) {
  const { t } = useTranslation();
  if (clear === undefined)
    return (
      <p className="empty">
        {text} {next === undefined ? null : <Link to={next.to}>{next.label}</Link>}
      </p>
    );
  return (
    <div className="empty">
      <p>{t('office.list.nothing_found')}</p>
      <Button size="xs" variant="default" onClick={clear}>
        {t('office.list.clear')}
      </Button>
    </div>
  );
}

/** The part of a list's query result that is read (a TanStack Query result has it). */
interface ListQuery {
  readonly isError: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly data: { readonly data: readonly unknown[]; readonly meta: Readonly<Record<string, unknown>>; readonly links: Links } | undefined;
  readonly refetch: () => unknown;
}

interface ListBodyProps {
  readonly list: ListAddressState;
  readonly query: ListQuery;
  /** Text where there are no rows at all. */
  readonly empty: string;
  readonly next?: EmptyProps['next'];
  /** Filters that choose which list it is and stay when the search is cleared (`clearFilters`). */
  readonly views?: readonly string[];
  /** The rows, drawn when there are any. */
  readonly children: ReactNode;
}

const SKELETON_ROWS = [1, 2, 3, 4, 5, 6, 7, 8];

/** A list below its tools in each of its states: loading, failed, empty, rows and their pages. */
export function ListBody({ list, query, empty, next, views, children }: ListBodyProps) {
  const { t } = useTranslation();
  return (
    <>
      {query.isError ? <Problem error={query.error} retry={() => void query.refetch()} /> : null}
      {query.isPending ? (
        <div className="list-skeleton" role="status" aria-label={t('office.loading')}>
          {SKELETON_ROWS.map((row) => (
            <Skeleton key={row} height={20} />
          ))}
        </div>
      ) : null}
      {query.data?.data.length === 0 && !isEmptied(query.data, list.address) ? (
        <Empty text={empty} next={next} clear={clearFilters(list, views)} />
      ) : null}
      {query.data !== undefined && query.data.data.length > 0 ? children : null}
      {query.data === undefined ? null : <Pages answer={query.data} position={list.address} size="sm" onChange={list.change} />}
    </>
  );
}

interface TableQuery<Row> extends ListQuery {
  readonly data: { readonly data: readonly Row[]; readonly meta: Readonly<Record<string, unknown>>; readonly links: Links } | undefined;
  readonly isPlaceholderData: boolean;
}

interface TableListProps<Row>
  extends Pick<ListBodyProps, 'list' | 'empty' | 'next' | 'views'>,
    Pick<ListTableProps<Row>, 'caption' | 'columns'> {
  readonly query: TableQuery<Row>;
  /** Undefined: the rows are not marked. */
  readonly marked?: Selection | undefined;
}

/** A list as a table, sorted as its address says. */
export function TableList<Row extends { readonly id: string }>({ list, query, empty, next, views, ...table }: TableListProps<Row>) {
  return (
    <ListBody list={list} query={query} empty={empty} next={next} {...(views === undefined ? {} : { views })}>
      <ListTable
        {...table}
        rows={query.data?.data ?? []}
        idOf={({ id }) => id}
        sort={list.address.sort}
        onSort={(sort) => list.change({ sort })}
        isBusy={query.isPlaceholderData}
      />
    </ListBody>
  );
}
