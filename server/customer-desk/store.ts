import * as z from 'zod/mini';
import { ORDER_STATUSES } from '#core/order/status.ts';
import { col, escapeLike, extendRow, join, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { type DayRange, inDays } from '#server/platform/db/day-range.ts';
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
import type { ListPart } from '#server/platform/http/pagination.ts';

const Masked = z.record(z.string(), z.string());

const hasLimits = sql`(c.order_limit_usd is not null or c.day_limit_usd is not null or c.month_limit_usd is not null)`;
const hasAccount = sql`exists (select 1 from customer_users u where u.customer_id = c.id)`;

/** Kept; counted for a customer of an earlier release until a job has counted it. */
const orderCount = sql`coalesce(c.orders, (select count(*)::int from customer_orders x where x.customer_id = c.id))`;
const completedCount = sql`coalesce(c.completed, (
  select count(*)::int from customer_orders x join orders o on o.id = x.order_id where x.customer_id = c.id and o.status = 'completed'))`;

export const CustomerRow = rowType(
  {
    id: col.text,
    mailbox: col.text,
    made_at: col.timestamp,
    // Not `exists`: for some rows too, that may be answered by reading all accounts
    has_account: col.computed(col.bool, sql`coalesce((select true from customer_users u where u.customer_id = c.id limit 1), false)`),
    has_limits: col.computed(col.bool, hasLimits),
    orders: col.computed(col.number, orderCount),
    completed: col.computed(col.number, completedCount),
    last_order_at: col.nullable(col.timestamp),
  },
  'c',
);
export type CustomerRow = RowOf<typeof CustomerRow>;

const PlacedCustomerRow = extendRow(CustomerRow, { place: RowPlace });

export interface CustomerFilter {
  readonly kind: 'account' | 'guest' | 'limited' | undefined;
  /** Lower-case part of a mailbox; undefined: all customers. */
  readonly mail: string | undefined;
  /** Customers found through their orders. */
  readonly ids: readonly string[];
  /** When the latest order was created. */
  readonly days: DayRange;
}

const KINDS: Readonly<Record<NonNullable<CustomerFilter['kind']>, Sql>> = {
  account: hasAccount,
  guest: sql`not ${hasAccount}`,
  limited: hasLimits,
};

const lastOrder: SortKey = { column: sql`c.last_order_at`, type: 'timestamptz', isNullable: true };

function whereOf({ kind, mail, ids, days }: CustomerFilter): Sql {
  const pattern = `%${escapeLike(mail ?? '')}%`;
  const matches = mail === undefined ? sql`true` : sql`(c.mailbox like ${pattern} or c.id = any (${[...ids]}::text[]))`;
  return sql`${kind === undefined ? sql`true` : KINDS[kind]} and ${matches} and ${inDays(lastOrder.column, days)}`;
}

const SORTABLE = {
  last_order_at: lastOrder,
  orders: { column: orderCount, type: 'numeric' },
  known_since: { column: sql`c.made_at`, type: 'timestamptz' },
} as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...lastOrder, isDescending: true },
  { column: sql`c.id`, type: 'text' },
];

export async function listCustomers(db: Queryable, filter: CustomerFilter, page: ListPart): Promise<ListPage<CustomerRow>> {
  const part = { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) };
  // Sorted and skipped first: what is read of accounts and orders is read for the rows of the page
  const rows = await db.many(
    PlacedCustomerRow,
    sql`
    select ${CustomerRow.list}, ${placeOf(part.keys)} as place from (
      select c.* from customers c where ${whereOf(filter)} and ${afterStart(part)} order by ${sortClause(part)} ${limitOf(part)}) c
    order by ${sortClause(part)}`,
  );
  return toListPage(rows, part);
}

export const countCustomers = (db: Queryable, filter: CustomerFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from customers c where ${whereOf(filter)}`, max);

const IdRow = rowType({ id: col.text });

/** Customers of these orders. */
export const customersOfOrders = async (db: Queryable, orderIds: readonly string[]): Promise<string[]> =>
  orderIds.length === 0
    ? []
    : (await db.many(IdRow, sql`select distinct customer_id as id from customer_orders where order_id in (${join([...orderIds])})`)).map(
        ({ id }) => id,
      );

const PersonRow = rowType({ id: col.text, mailbox: col.text, made_at: col.timestamp });

export const findCustomer = (db: Queryable, id: string): Promise<RowOf<typeof PersonRow> | undefined> =>
  db.maybe(PersonRow, sql`select id, mailbox, made_at from customers where id = ${id}`);

export const findCustomerByMailbox = (db: Queryable, mailbox: string): Promise<RowOf<typeof PersonRow> | undefined> =>
  db.maybe(PersonRow, sql`select id, mailbox, made_at from customers where mailbox = ${mailbox}`);

const AccountRow = rowType({
  id: col.text,
  email: col.text,
  is_verified: col.bool,
  has_factor: col.bool,
  is_disabled: col.bool,
  created_at: col.timestamp,
});
export type AccountRow = RowOf<typeof AccountRow>;

/** The customer's account. Of several with one mailbox, the newest verified one: anyone can sign up with another's address. */
export const findAccount = (db: Queryable, customerId: string): Promise<AccountRow | undefined> =>
  db.maybe(
    AccountRow,
    sql`
    select u.id::text, u.email, u.email_verified_at is not null as is_verified, u.second_factor_since is not null as has_factor,
      u.disabled_at is not null as is_disabled, u.created_at
    from customer_users c join users u on u.id = c.user_id where c.customer_id = ${customerId} and u.role = 'customer'
    order by (u.email_verified_at is not null and u.disabled_at is null) desc, u.created_at desc limit 1`,
  );

export const CustomerOrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  email: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  income_masked: col.json(Masked),
  outcome_masked: col.json(Masked),
  peer: col.nullable(col.text),
  device: col.nullable(col.text),
  created_at: col.timestamp,
});
export type CustomerOrderRow = RowOf<typeof CustomerOrderRow>;

const ORDER = sql`
  select o.id, o.status, o.email, o.income_code, o.outcome_code, o.income_amount::text, o.outcome_amount::text,
    o.income_requisites_masked as income_masked, o.outcome_requisites_masked as outcome_masked, o.ip as peer, c.device, o.created_at
  from customer_orders c join orders o on o.id = c.order_id`;

/** The customer's newest orders. */
export const listOrdersOf = (db: Queryable, customerId: string, limit: number): Promise<CustomerOrderRow[]> =>
  db.many(CustomerOrderRow, sql`${ORDER} where c.customer_id = ${customerId} order by c.at desc, c.order_id limit ${limit}`);

/** An order of this customer; undefined if it does not exist or belongs to another one. */
export const findOrderOf = (db: Queryable, customerId: string, orderId: string): Promise<CustomerOrderRow | undefined> =>
  db.maybe(CustomerOrderRow, sql`${ORDER} where c.customer_id = ${customerId} and c.order_id = ${orderId}`);

const OrderTotalsRow = rowType({ status: col.oneOf(ORDER_STATUSES), code: col.text, count: col.number, amount: col.text });
export type OrderTotalsRow = RowOf<typeof OrderTotalsRow>;

/** Numbers of the customer's orders and their income amounts, by status and payment system. */
export const sumOrdersOf = (db: Queryable, customerId: string): Promise<OrderTotalsRow[]> =>
  db.many(
    OrderTotalsRow,
    sql`
    select o.status, o.income_code as code, count(*)::int as count, sum(o.income_amount)::text as amount
    from customer_orders c join orders o on o.id = c.order_id where c.customer_id = ${customerId} group by 1, 2`,
  );

const CardRow = rowType({ masked: col.text, state: col.text, created_at: col.timestamp });

/** Cards the customer verified, in the account or in an order. */
export const listCardsOf = (db: Queryable, customerId: string): Promise<RowOf<typeof CardRow>[]> =>
  db.many(
    CardRow,
    sql`
    select v.card_masked as masked, v.state, v.created_at from card_verifications v
    where v.user_id in (select user_id from customer_users where customer_id = ${customerId})
      or v.order_id in (select order_id from customer_orders where customer_id = ${customerId})
    order by v.created_at desc limit 30`,
  );

const SharedRow = rowType({ id: col.text, mailbox: col.text, by: col.oneOf(['card', 'device', 'network']), orders: col.number });

/** Of a network, so many of its newest orders are compared: a mobile operator's address has a large part of all orders. */
const MAX_NETWORK_ORDERS = 300;

/** Other customers with the same browser, network or card, compared with this customer's newest 100 orders. */
export const findSharers = (db: Queryable, customerId: string, limit: number): Promise<RowOf<typeof SharedRow>[]> =>
  db.many(
    SharedRow,
    sql`
    with own as (
      select c.device, o.ip from customer_orders c join orders o on o.id = c.order_id
      where c.customer_id = ${customerId} order by c.at desc limit 100
    ), cards as (
      select distinct v.card_fingerprint from card_verifications v
      where v.user_id in (select user_id from customer_users where customer_id = ${customerId})
        or v.order_id in (select order_id from customer_orders where customer_id = ${customerId})
    ), shared as (
      select x.customer_id, 'device' as by from customer_orders x where x.device in (select device from own where device is not null)
      union all
      select x.customer_id, 'network' from (select distinct ip from own where ip is not null) n
        cross join lateral (select id from orders where ip = n.ip order by created_at desc limit ${MAX_NETWORK_ORDERS}) o
        join customer_orders x on x.order_id = o.id
      union all
      select coalesce(u.customer_id, x.customer_id), 'card' from card_verifications v
        left join customer_users u on u.user_id = v.user_id left join customer_orders x on x.order_id = v.order_id
        where v.card_fingerprint in (select card_fingerprint from cards)
    )
    select c.id, c.mailbox, s.by, count(*)::int as orders from shared s join customers c on c.id = s.customer_id
    where c.id <> ${customerId} group by 1, 2, 3 order by (s.by = 'network'), orders desc, c.id limit ${limit}`,
  );

const LinkedOrderRow = rowType({ id: col.text, mailbox: col.text, orders: col.number });

/** Customers of these orders, other than this one. */
export const findOtherOwners = (db: Queryable, customerId: string, orderIds: readonly string[]): Promise<RowOf<typeof LinkedOrderRow>[]> =>
  db.many(
    LinkedOrderRow,
    sql`
    select c.id, c.mailbox, count(*)::int as orders from customer_orders x join customers c on c.id = x.customer_id
    where x.order_id = any (${[...orderIds]}::text[]) and c.id <> ${customerId} group by 1, 2 order by 3 desc, 1`,
  );
