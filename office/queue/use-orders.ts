import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '#contract/document.ts';
import { OFFICE_VIEWS, type OfficeList, officeListOrders } from '#contract/office/orders/orders.ts';
import type { OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { oneOf } from '#core/closed-list.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { type PagePosition, pageQuery } from '#office/format/paging.ts';
import { type Days, daysOf } from '#office/lists/ListExport.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';

export type OrderRow = Resource<OfficeOrderRowAttributes>;

/** The queue's filter, stored in the address. */
export interface QueueFilter extends PagePosition {
  readonly view: OfficeList;
  readonly q: string;
  readonly status: OrderStatus | undefined;
  /** Id of the partner whose keys or link brought the orders. */
  readonly partner: string | undefined;
  /** When the orders were created. */
  readonly days: Days;
}

export function readFilter(search: URLSearchParams): QueueFilter {
  const status = oneOf(ORDER_STATUSES, search.get('status'));
  return {
    // A status filter applies to all orders: few of them need a person
    view: oneOf(OFFICE_VIEWS, search.get('view')) ?? (status === undefined ? 'needs_person' : 'all'),
    q: search.get('q') ?? '',
    status,
    partner: search.get('partner') ?? undefined,
    days: daysOf({ from: search.get('from') ?? undefined, to: search.get('to') ?? undefined }),
    page: Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1),
    after: search.get('after') ?? undefined,
    before: search.get('before') ?? undefined,
  };
}

export function writeFilter(filter: QueueFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.view !== 'needs_person' || filter.status !== undefined) search.set('view', filter.view);
  if (filter.q !== '') search.set('q', filter.q);
  if (filter.status !== undefined) search.set('status', filter.status);
  if (filter.partner !== undefined) search.set('partner', filter.partner);
  for (const [name, day] of Object.entries(filter.days)) search.set(name, day);
  if (filter.page > 1) search.set('page', String(filter.page));
  if (filter.after !== undefined) search.set('after', filter.after);
  if (filter.before !== undefined) search.set('before', filter.before);
  return search;
}

/** Whether the days count: their fields are beside lists of all orders only. */
export const hasDays = ({ view, q }: QueueFilter): boolean => view === 'all' || q !== '';

/** The filter as query parameters of the orders' file. */
export const fileQueryOf = (filter: QueueFilter) => ({
  ...(filter.q === '' ? {} : { q: filter.q }),
  ...(filter.status === undefined ? {} : { status: filter.status }),
  ...(filter.partner === undefined ? {} : { partner: filter.partner }),
  ...(hasDays(filter) ? filter.days : {}),
});

/** A search goes over all orders, whatever view is chosen. */
const queryOf = (filter: QueueFilter) => ({
  view: filter.q === '' ? filter.view : ('all' as const),
  ...pageQuery(filter),
  ...fileQueryOf(filter),
});

/** One page of orders; read again on every event of the live stream, and every 15 seconds in case events are lost. */
export function useOrders(filter: QueueFilter, isShown = true) {
  const api = useApi();
  const { locale } = useTranslation();
  const query = queryOf(filter);
  const listKey = writeFilter(filter).toString();
  return useQuery({
    queryKey: keys.list({ ...query, locale }),
    queryFn: async ({ signal }) => {
      const answer = await api(officeListOrders, { query, signal });
      const serverOffsetMs = Date.parse(String(answer.meta['server_time'])) - Date.now();
      return { listKey, rows: answer.data, meta: answer.meta, links: answer.links, serverOffsetMs };
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
    enabled: isShown,
  });
}

interface ChangeCounts {
  readonly rows: readonly OrderRow[];
  readonly listKey: string;
  readonly versions: ReadonlyMap<string, number>;
  /** How often each row was new or had changed. */
  readonly changes: ReadonlyMap<string, number>;
}

/** Counts after new rows were shown. Rows of another list start from zero. */
function countChanges(before: ChangeCounts, rows: readonly OrderRow[], listKey: string): ChangeCounts {
  const versions = new Map(rows.map((row) => [row.id, row.attributes.version]));
  if (before.listKey !== listKey || before.versions.size === 0) return { rows, listKey, versions, changes: new Map() };
  const moved = rows.filter((row) => before.versions.get(row.id) !== row.attributes.version);
  return {
    rows,
    listKey,
    versions: new Map([...before.versions, ...versions]),
    changes: new Map([...before.changes, ...moved.map((row): [string, number] => [row.id, (before.changes.get(row.id) ?? 0) + 1])]),
  };
}

/** How often each row was new or had changed since it was first shown, by id. `rows` must keep its identity until it changes. */
export function useChangeCounts(rows: readonly OrderRow[], listKey: string): ReadonlyMap<string, number> {
  const [memory, setMemory] = useState<ChangeCounts>(() =>
    countChanges({ rows: [], listKey, versions: new Map(), changes: new Map() }, rows, listKey),
  );
  if (memory.rows !== rows) setMemory(countChanges(memory, rows, listKey));
  return memory.changes;
}
