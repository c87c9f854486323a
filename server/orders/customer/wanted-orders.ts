import sql, { join, type Sql } from 'sql-template-tag';
import { ORDER_STATUSES, STATUS_GROUP, type StatusGroup } from '#core/order/status.ts';
import { type FoundIn, readQuery } from '#core/search/read-query.ts';
import type { Deps } from '#server/deps.ts';
import { bigints } from '#server/orders/terms/term-index.ts';
import { numbersOf } from '#server/orders/terms/number-terms.ts';

export interface WantedOrders {
  readonly status_group?: StatusGroup | undefined;
  readonly payment_system_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly q?: string | undefined;
}

/** A person looks for his own orders by what he knows of them; that all carry his e-mail tells none from another. */
const LOOKED_IN: ReadonlySet<FoundIn> = new Set(['amount', 'reference', 'requisites', 'name']);

/** An order's number as it is typed: its beginning is enough. */
const beginning = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

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
  const { status_group: group, payment_system_id: code, created_from: from, created_to: to, q } = wanted;
  const statuses = ORDER_STATUSES.filter((status) => STATUS_GROUP[status] === group);
  const conditions = [
    sql`true`,
    ...(group === undefined ? [] : [sql`orders.status = any(${statuses}::text[])`]),
    ...(code === undefined ? [] : [sql`${code} in (orders.income_code, orders.outcome_code)`]),
    // 31 February is the third of March
    ...(from === undefined ? [] : [sql`orders.created_at >= ${dayStart(from)}`]),
    ...(to === undefined ? [] : [sql`orders.created_at < ${dayStart(to, 1)}`]),
    ...(q === undefined ? [] : found(deps, q)),
  ];
  return sql`(${join(conditions, ' and ')})`;
}

/** The beginning of a day in Moscow, which keeps three hours before Greenwich all year. */
function dayStart(day: string, later = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, date + later, -3));
}
