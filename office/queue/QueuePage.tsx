import { Loader, Pagination } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { OFFICE_VIEWS } from '#contract/office-orders.ts';
import { Problem } from '#office/pieces/Problem.tsx';
import { paths } from '#office/paths.ts';
import { useWords } from '#office/words/Words.tsx';
import { QueueTable } from './QueueTable.tsx';
import { QueueTools } from './QueueTools.tsx';
import { type OrderRow, type QueueFilter, readFilter, useChanged, useOrders, writeFilter } from './use-orders.ts';

const NO_ROWS: readonly OrderRow[] = [];

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

/** The line under j and k. It follows its order when the list moves. */
function useCursor(rows: readonly OrderRow[]) {
  const [currentId, setCurrentId] = useState<string | null>(null);
  const found = rows.findIndex((row) => row.id === currentId);
  const cursor = found < 0 ? 0 : found;
  const point = useCallback((index: number) => setCurrentId(rows[index]?.id ?? null), [rows]);
  const step = (by: number) => point(Math.min(rows.length - 1, Math.max(0, cursor + by)));
  useEffect(() => {
    // The row is looked up by what it is about, so a list that moved under the cursor does not scroll
    if (currentId !== null) document.querySelector(`tr[data-order="${CSS.escape(currentId)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [currentId]);
  return { cursor, point, step };
}

function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = useCallback(
    (part: Partial<QueueFilter>) =>
      setSearch((before) => writeFilter({ ...readFilter(before), page: 1, ...part }), {
        replace: part.view === undefined && part.q !== undefined,
      }),
    [setSearch],
  );
  return { filter, change };
}

function Empty({ filter }: { readonly filter: QueueFilter }) {
  const { t } = useWords();
  const isQuiet = filter.q === '' && filter.status === undefined && filter.view === 'needs_person';
  return <p className="empty">{t(isQuiet ? 'office.queue.quiet' : 'office.queue.nothing')}</p>;
}

function Keys() {
  const { t } = useWords();
  return (
    <p className="keys">
      <kbd>j</kbd> <kbd>k</kbd> {t('office.keys.rows')} <kbd>Enter</kbd> {t('office.keys.open')} <kbd>/</kbd> {t('office.keys.search')}{' '}
      <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> {t('office.keys.views')}
    </p>
  );
}

/** Everything that waits, most urgent first, live. */
export function QueuePage() {
  const { t } = useWords();
  const navigate = useNavigate();
  const { filter, change } = useFilter();
  const orders = useOrders(filter);
  const rows = orders.data?.rows ?? NO_ROWS;
  const changes = useChanged(rows, orders.data?.listKey ?? '');
  const { cursor, point, step } = useCursor(rows);
  const search = useRef<HTMLInputElement>(null);
  const needsPerson = numberOf(orders.data?.meta['needs_person']);
  const open = () => {
    // A focused button or link keeps its own Enter
    if (document.activeElement !== document.body) return;
    const row = rows[cursor];
    if (row) void navigate(paths.order(row.id));
  };
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['ArrowDown', () => step(1)],
    ['ArrowUp', () => step(-1)],
    ['Enter', open, { preventDefault: false }],
    ['/', () => search.current?.focus()],
    ...OFFICE_VIEWS.map((view, index): [string, () => void] => [String(index + 1), () => change({ view, q: '' })]),
  ]);
  useEffect(() => {
    document.title = `${needsPerson > 0 ? `(${needsPerson}) ` : ''}${t('office.queue.title')}`;
  }, [needsPerson, t]);
  const pages = numberOf(orders.data?.meta['total_pages']);
  return (
    <>
      <h1 className="unseen">{t('office.queue.title')}</h1>
      <QueueTools filter={filter} needsPerson={needsPerson} search={search} onChange={change} />
      {orders.isError ? <Problem error={orders.error} retry={() => void orders.refetch()} /> : null}
      {orders.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {orders.data && rows.length === 0 ? <Empty filter={filter} /> : null}
      {orders.data && rows.length > 0 ? (
        <QueueTable rows={rows} changes={changes} cursor={cursor} serverOffsetMs={orders.data.serverOffsetMs} onPoint={point} />
      ) : null}
      {pages > 1 ? (
        <Pagination
          size="sm"
          total={pages}
          value={filter.page}
          onChange={(page) => change({ page })}
          getItemProps={(page) => ({ 'aria-label': t('office.page', { page }) })}
          getControlProps={(control) => ({ 'aria-label': t(`office.paging.${control}`) })}
        />
      ) : null}
      <Keys />
    </>
  );
}
