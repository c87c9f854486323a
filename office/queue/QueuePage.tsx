import { Loader } from '@mantine/core';
import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { OFFICE_VIEWS, type OfficeView } from '#contract/office/orders/orders.ts';
import { Pages } from '#office/components/Pages.tsx';
import { Problem, useDocumentTitle } from '#office/components/Screen.tsx';
import { FIRST_PAGE, positionOf } from '#office/format/paging.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useKeys } from '#office/keyboard/use-keys.ts';
import { Empty } from '#office/lists/ListBody.tsx';
import { TYPED, useSearchText } from '#office/lists/use-list-address.ts';
import { PauseNote } from '#office/switches/PauseNote.tsx';
import { QueueTable } from './QueueTable.tsx';
import { QueueTools } from './QueueTools.tsx';
import { useCursor, useOpening } from './use-cursor.ts';
import { type OrderRow, type QueueFilter, readFilter, useChangeCounts, useOrders, writeFilter } from './use-orders.ts';

/** The queue's filter, stored in the address. */
function useFilter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const change = useCallback(
    (part: Partial<QueueFilter>) => setSearch((before) => writeFilter({ ...readFilter(before), ...FIRST_PAGE, ...part })),
    [setSearch],
  );
  const type = useCallback(
    (q: string) =>
      setSearch((before) => writeFilter({ ...readFilter(before), ...FIRST_PAGE, q }), {
        replace: true,
        state: TYPED,
      }),
    [setSearch],
  );
  return { filter, change, type };
}

const KEY_NAMES = { rows: 'j k', open: 'Enter', search: '/', views: '1 2 3' };

const NO_ROWS: readonly OrderRow[] = [];

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);

function NoOrders({ filter, clear }: { readonly filter: QueueFilter; readonly clear: () => void }) {
  const { t } = useTranslation();
  const { q, status, partner, view } = filter;
  const messageKey = partner === undefined ? `office.queue.empty.${view}` : `office.queue.nothing_of_partner.${view}`;
  return <Empty text={t(messageKey)} clear={q !== '' || status !== undefined ? clear : undefined} />;
}

function Keys() {
  const { t } = useTranslation();
  return (
    <p className="keys">
      <kbd>j</kbd> <kbd>k</kbd> {t('office.keys.rows')} <kbd>Enter</kbd> {t('office.keys.open')} <kbd>/</kbd> {t('office.keys.search')}{' '}
      <kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd> {t('office.keys.views')}
    </p>
  );
}

/** Orders that wait, most urgent first, live. */
export function QueuePage() {
  const { t } = useTranslation();
  const { filter, change, type } = useFilter();
  const searchText = useSearchText(filter.q, type);
  const orders = useOrders(filter);
  const rows = orders.data?.rows ?? NO_ROWS;
  const list = orders.data?.listKey ?? '';
  const changes = useChangeCounts(rows, list);
  const onLeavePage = (by: 1 | -1) => {
    const link = orders.data?.links[by === 1 ? 'next' : 'prev'];
    if (link !== undefined && link !== null && !orders.isPlaceholderData)
      change(positionOf(filter.page + by, filter, orders.data?.links ?? {}));
  };
  const { cursor, point, step } = useCursor({ rows, list, onLeavePage });
  const isAnswered = orders.data !== undefined && !orders.isPlaceholderData && searchText.text.trim() === filter.q;
  const opening = useOpening({ rows, cursor, isAnswered });
  const search = useRef<HTMLInputElement>(null);
  const partner = orders.data?.meta['partner'];
  const needsPerson = numberOf(orders.data?.meta['needs_person']);
  const show = (view: OfficeView) => change({ view, q: '' });
  const keys = {
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: opening.openRow,
    '/': () => search.current?.focus(),
    ...Object.fromEntries(OFFICE_VIEWS.map((view, index) => [String(index + 1), () => show(view)])),
  };
  useKeys(keys, 'page', KEY_NAMES);
  useDocumentTitle(`${needsPerson > 0 ? `(${needsPerson}) ` : ''}${t('office.queue.title')}`);
  return (
    <>
      <h1 className="unseen">{t('office.queue.title')}</h1>
      <QueueTools
        filter={filter}
        needsPerson={needsPerson}
        partnerName={typeof partner === 'string' ? partner : null}
        search={search}
        searchText={searchText}
        opening={opening}
        onChange={change}
      />
      <PauseNote />
      {orders.isError ? <Problem error={orders.error} retry={() => void orders.refetch()} /> : null}
      {orders.isPending ? <Loader className="loading" aria-label={t('office.loading')} /> : null}
      {orders.data && rows.length === 0 ? <NoOrders filter={filter} clear={() => change({ q: '', status: undefined })} /> : null}
      {orders.data && rows.length > 0 ? (
        <QueueTable
          rows={rows}
          changes={changes}
          cursor={cursor}
          isAnswered={isAnswered}
          serverOffsetMs={orders.data.serverOffsetMs}
          onPoint={point}
        />
      ) : null}
      {orders.data ? <Pages answer={orders.data} position={filter} size="sm" onChange={change} /> : null}
      <Keys />
    </>
  );
}
