import { data, type LoaderFunctionArgs } from 'react-router';
import { call, type Transport } from '#contract/call.ts';
import { listOrders } from '#contract/public/orders.ts';
import { oneOf } from '#core/closed-list.ts';
import { STATUS_GROUPS } from '#core/order/status.ts';
import { siteContext } from '#web/api/site-context.ts';
import { requireUser } from '#web/api/user.ts';
import { listSystems } from '#web/catalogue/list-systems.ts';
import type { System } from '#web/catalogue/systems.ts';
import { localeOf } from '#web/i18n/locale.ts';
import { toOrder, type Order } from '#web/order/order.ts';

/** Query parameters of the page of orders. */
export const FILTER_NAMES = ['q', 'kind', 'status_group', 'payment_system_id', 'created_from', 'created_to'] as const;
export const KINDS = ['exchange', 'withdrawal'] as const;
export type Filters = Readonly<Partial<Record<(typeof FILTER_NAMES)[number], string>>>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const PAGE = /^[1-9]\d{0,4}$/;

/** The valid filters of a URL; all others are ignored. */
function filtersOf(query: URLSearchParams, systems: readonly System[]): Filters {
  const validators: Record<(typeof FILTER_NAMES)[number], (text: string) => boolean> = {
    q: (text) => text.length <= 254,
    kind: (text) => KINDS.some((kind) => kind === text),
    status_group: (text) => STATUS_GROUPS.some((group) => group === text),
    payment_system_id: (text) => systems.some(({ id }) => id === text),
    created_from: (text) => DAY.test(text),
    created_to: (text) => DAY.test(text),
  };
  const valid = FILTER_NAMES.flatMap((name) => {
    const text = query.get(name)?.trim() ?? '';
    return text !== '' && validators[name](text) ? [[name, text] as const] : [];
  });
  return Object.fromEntries(valid);
}

const META_FIELDS = ['page', 'total', 'total_pages'] as const;

export interface OwnOrders {
  readonly orders: readonly Order[];
  readonly systems: readonly System[];
  readonly filters: Filters;
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

async function listOrdersPage(transport: Transport, filters: Filters, page: number) {
  const group = oneOf(STATUS_GROUPS, filters.status_group);
  const kind = oneOf(KINDS, filters.kind);
  const { status_group: _group, kind: _kind, ...rest } = filters;
  return await call(
    listOrders,
    {
      query: {
        ...rest,
        ...(group === undefined ? {} : { status_group: group }),
        ...(kind === undefined ? {} : { kind }),
        page: String(page),
      },
    },
    transport,
  );
}

/** Loads the page of the customer's orders that the URL names. */
export async function loadOrders(args: LoaderFunctionArgs) {
  await requireUser(args);
  const url = new URL(args.request.url);
  const transport = args.context.get(siteContext).api(localeOf(url.pathname));
  const systems = await listSystems(transport);
  if (systems === undefined) throw data(null, { status: 503 });
  const filters = filtersOf(url.searchParams, systems);
  const pageParam = url.searchParams.get('page') ?? '1';
  const response = await listOrdersPage(transport, filters, PAGE.test(pageParam) ? Number(pageParam) : 1);
  if (!response.ok) throw data(null, { status: response.status === 0 ? 503 : response.status });
  const [page, total, pages] = META_FIELDS.map((name) => Number(response.meta[name] ?? 0));
  const ownOrders: OwnOrders = {
    orders: response.data.map(toOrder),
    systems,
    filters,
    page: page ?? 1,
    pages: pages ?? 1,
    total: total ?? 0,
  };
  return data(ownOrders, { headers: { 'cache-control': 'no-store' } });
}
