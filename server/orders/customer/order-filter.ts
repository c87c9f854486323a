import { join, sql, type Sql } from '#server/platform/db/db.ts';
import { ORDER_STATUSES, STATUS_GROUP, type OrderStatus } from '#core/order/status.ts';
import { type FoundIn, readQuery } from '#core/search/read-query.ts';
import type { Deps } from '#server/deps.ts';
import { bigints } from '#server/orders/terms/term-index.ts';
import type { OrdersQuery } from '#server/orders/deps.ts';
import { hasNumber } from '#server/orders/has-number.ts';
import { numbersOf } from '#server/orders/terms/order-terms.ts';

/** Conditions for the days, in Moscow time, of a creation column. */
export const createdBetween = (created: Sql, { created_from: from, created_to: to }: OrdersQuery): Sql[] => [
  // An impossible date such as 31 February rolls over to 3 March
  ...(from === undefined ? [] : [sql`${created} >= ${dayStart(from)}`]),
  ...(to === undefined ? [] : [sql`${created} < ${dayStart(to, 1)}`]),
];

export const statusesOfGroup = ({ status_group: group }: OrdersQuery): OrderStatus[] | null =>
  group === undefined ? null : ORDER_STATUSES.filter((status) => STATUS_GROUP[status] === group);

/** Kinds of search that apply to one's own orders; the e-mail is left out, since it matches them all. */
const SEARCHED_FIELDS: ReadonlySet<FoundIn> = new Set(['amount', 'reference', 'requisites', 'name']);

function searchConditions(deps: Pick<Deps, 'secrets'>, query: string): Sql[] {
  const { text, readings } = readQuery(query);
  if (text === '') return [];
  const terms = readings.filter((reading) => SEARCHED_FIELDS.has(reading.foundIn)).map((reading) => numbersOf(deps, reading.terms));
  const alternatives = [
    hasNumber(sql`orders.id`, text),
    ...terms.map((numbers) => sql`exists (select from order_search s where s.order_id = orders.id and s.terms @> ${bigints(numbers)})`),
  ];
  return [sql`(${join(alternatives, ' or ')})`];
}

/** The customer's filter as a condition on `orders`. */
export function orderConditions(deps: Pick<Deps, 'secrets'>, query: OrdersQuery): Sql {
  const { payment_system_id: code, q } = query;
  const statuses = statusesOfGroup(query);
  const conditions = [
    sql`true`,
    ...(statuses === null ? [] : [sql`orders.status = any(${statuses}::text[])`]),
    ...(code === undefined ? [] : [sql`${code} in (orders.income_code, orders.outcome_code)`]),
    ...createdBetween(sql`orders.created_at`, query),
    ...(q === undefined ? [] : searchConditions(deps, q)),
  ];
  return sql`(${join(conditions, ' and ')})`;
}

/** Start of a Moscow day (UTC+3 all year). */
function dayStart(day: string, daysLater = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + daysLater, -3));
}
