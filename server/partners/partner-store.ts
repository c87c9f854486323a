import { KEY_MODES, type KeyMode, type Quotas, DEFAULT_QUOTAS } from '#core/partner/partner.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { IS_OPEN_UNPAID } from '#server/orders/create/unpaid-holds.ts';
import {
  afterStart,
  countUpTo,
  limitOf,
  type ListPage,
  placeOf,
  RowPlace,
  sortClause,
  sortedKeys,
  type SortKey,
  toListPage,
} from '#server/platform/db/list-page.ts';
import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';

const PartnerRow = rowType({
  requests_per_minute: col.nullable(col.number),
  orders_per_day: col.nullable(col.number),
  open_orders: col.nullable(col.number),
  reserve_percent: col.nullable(col.number),
  suspended_reason: col.nullable(col.text),
  share_ppm: col.nullable(col.number),
  requests: col.number,
  orders: col.number,
  open: col.number,
});

/** A partner's own quotas (null: the default applies) and the current usage. */
export type PartnerRow = RowOf<typeof PartnerRow>;

/** Quotas with defaults where the partner has none of its own. */
export const quotasOf = (row: Pick<PartnerRow, 'requests_per_minute' | 'orders_per_day' | 'open_orders' | 'reserve_percent'>): Quotas => ({
  requestsPerMinute: row.requests_per_minute ?? DEFAULT_QUOTAS.requestsPerMinute,
  ordersPerDay: row.orders_per_day ?? DEFAULT_QUOTAS.ordersPerDay,
  openOrders: row.open_orders ?? DEFAULT_QUOTAS.openOrders,
  reservePercent: row.reserve_percent ?? DEFAULT_QUOTAS.reservePercent,
});

/** The partner's quotas and usage; undefined if the account never created a key. */
export const findPartner = async (db: Queryable, userId: string, now: Date): Promise<PartnerRow | undefined> =>
  await db.maybe(
    PartnerRow,
    sql`
    select p.requests_per_minute, p.orders_per_day, p.open_orders, p.reserve_percent, p.suspended_reason,
      (select s.share_ppm from partner_shares s where s.user_id = p.user_id and s.since <= ${now} order by s.since desc, s.created_at desc
        limit 1) as share_ppm,
      (select coalesce(max(n), 0)::int from (
        select count(*) as n from partner_signatures g join partner_keys k on k.id = g.key_id
        where k.user_id = p.user_id and g.seen_at > ${now}::timestamptz - interval '1 minute' group by k.id) as by_key) as requests,
      (select count(*)::int from partner_orders o
        where o.user_id = p.user_id and o.created_at > ${now}::timestamptz - interval '1 day') as orders,
      (select count(*)::int from partner_orders b join orders o on o.id = b.order_id
        where b.user_id = p.user_id and ${IS_OPEN_UNPAID}) as open
    from partners p where p.user_id = ${userId}`,
  );

const SORTABLE = { created_at: { column: sql`b.created_at`, type: 'timestamptz' } } as const satisfies Record<string, SortKey>;
const NEWEST_FIRST: readonly SortKey[] = [
  { ...SORTABLE.created_at, isDescending: true },
  { column: sql`b.order_id`, type: 'text' },
];

const PartnerOrderRow = rowType({
  order_id: col.text,
  key_id: col.text,
  key_name: col.nullable(col.text),
  mode: col.oneOf(KEY_MODES),
  status: col.oneOf(ORDER_STATUSES),
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  created_at: col.timestamp,
  place: RowPlace,
});
export type PartnerOrderRow = RowOf<typeof PartnerOrderRow>;

/** A page of the orders made with an account's keys. */
export async function listOrdersOf(
  db: Queryable,
  userId: string,
  page: Pick<PageRequest, 'limit' | 'offset' | 'from' | 'sort'>,
  mode: KeyMode | undefined,
): Promise<ListPage<PartnerOrderRow> & { readonly total: number }> {
  const range = { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) };
  const rows = sql`from partner_orders b where b.user_id = ${userId} and b.mode = coalesce(${mode ?? null}, b.mode)`;
  const total = await countUpTo(db, rows);
  const fetched = await db.many(
    PartnerOrderRow,
    sql`
    select b.order_id, b.key_id, k.name as key_name, b.mode, o.status, o.income_code, o.outcome_code, o.income_amount::text,
      o.outcome_amount::text,
      b.created_at, ${placeOf(range.keys)} as place
    from partner_orders b join orders o on o.id = b.order_id left join partner_keys k on k.id = b.key_id
    where b.user_id = ${userId} and b.mode = coalesce(${mode ?? null}, b.mode) and ${afterStart(range)}
    order by ${sortClause(range)} ${limitOf(range)}`,
  );
  return { ...toListPage(fetched, range), total };
}
