import sql, { join, type Sql } from 'sql-template-tag';
import { ORDER_STATUSES, STATUS_GROUP, type OrderStatus } from '#core/order/status.ts';
import { type FoundIn, readQuery } from '#core/search/read-query.ts';
import type { Deps } from '#server/deps.ts';
import { bigints } from '#server/orders/terms/term-index.ts';
import type { WantedOrders } from './beside-orders.ts';
import { numbersOf } from '#server/orders/terms/number-terms.ts';

/** Days of Moscow as conditions on a column. */
export const wantedDays = (created: Sql, { created_from: from, created_to: to }: WantedOrders): Sql[] => [
  // 31 February is the third of March
  ...(from === undefined ? [] : [sql`${created} >= ${dayStart(from)}`]),
  ...(to === undefined ? [] : [sql`${created} < ${dayStart(to, 1)}`]),
];

/** States of the group that is asked for. */
export const wantedStatuses = ({ status_group: group }: WantedOrders): OrderStatus[] | null =>
  group === undefined ? null : ORDER_STATUSES.filter((status) => STATUS_GROUP[status] === group);

/** A person looks for his own orders by what he knows of them; that all carry his e-mail tells none from another. */
const LOOKED_IN: ReadonlySet<FoundIn> = new Set(['amount', 'reference', 'requisites', 'name']);

/** An order's number as it is typed: its beginning is enough. */
export const beginning = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function found(deps: Pick<Deps, 'secrets'>, typed: string): Sql[] {
  const { text, readings } = readQuery(typed);
  if (text === '') return [];
  const terms = readings.filter((reading) => LOOKED_IN.has(reading.found)).map((reading) => numbersOf(deps, reading.terms));
  const ways = [
    sql`lower(orders.id) like ${beginning(text)}`,
    ...terms.map((numbers) => sql`exists (select from order_search s where s.order_id = orders.id and s.terms @> ${bigints(numbers)})`),
  ];
  return [sql`(${join(ways, ' or ')})`];
}

/** Which of somebody's own orders are asked for, as a condition on `orders`. */
export function wantedOf(deps: Pick<Deps, 'secrets'>, wanted: WantedOrders): Sql {
  const { payment_system_id: code, q } = wanted;
  const statuses = wantedStatuses(wanted);
  const conditions = [
    sql`true`,
    ...(statuses === null ? [] : [sql`orders.status = any(${statuses}::text[])`]),
    ...(code === undefined ? [] : [sql`${code} in (orders.income_code, orders.outcome_code)`]),
    ...wantedDays(sql`orders.created_at`, wanted),
    ...(q === undefined ? [] : found(deps, q)),
  ];
  return sql`(${join(conditions, ' and ')})`;
}

/** The beginning of a day in Moscow, which keeps three hours before Greenwich all year. */
function dayStart(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + later, -3));
}
