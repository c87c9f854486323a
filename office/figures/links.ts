import type { QueryInputOf } from '#contract/endpoint.ts';
import type { officeListFigureOrders } from '#contract/office/shop/figures.ts';
import { oneOf } from '#core/closed-list.ts';
import { PERIODS, type PeriodName } from '#core/figures/period.ts';

type OrdersQuery = QueryInputOf<typeof officeListFigureOrders>;

/** Names of the list's filters in the API and in the address. */
export const FILTERS = ['period', 'set', 'status', 'income_payment_system_id', 'outcome_payment_system_id', 'operator_id'] as const;

/** The orders that a number counts. */
export type OrderFilter = Partial<Pick<OrdersQuery, Exclude<(typeof FILTERS)[number], 'period'>>>;

/** The period in an address; unknown: today. */
export const readPeriod = (text: string | null | undefined): PeriodName => oneOf(PERIODS, text) ?? 'today';

/** The query string of the orders that a number counts. */
export const ordersQuery = (period: PeriodName, filter: OrderFilter): string =>
  new URLSearchParams(
    Object.entries({ period, ...filter }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
