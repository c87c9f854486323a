import type { QueryInputOf } from '#contract/endpoint.ts';
import type { officeListFigureOrders } from '#contract/office/shop/figures.ts';
import { PERIODS, type PeriodName } from '#core/figures/period.ts';

type Rows = QueryInputOf<typeof officeListFigureOrders>;

/** Names of the list's filters, as the API and the address have them. */
export const FILTERS = ['period', 'set', 'status', 'income_payment_system_id', 'outcome_payment_system_id', 'operator_id'] as const;

/** Which orders stand behind a number. */
export type OrderFilter = Partial<Pick<Rows, Exclude<(typeof FILTERS)[number], 'period'>>>;

/** The period of an address; what is none is today. */
export const readPeriod = (text: string | null | undefined): PeriodName => PERIODS.find((period) => period === text) ?? 'today';

/** The address of the rows behind a number, without what precedes the question mark. */
export const rowsQuery = (period: PeriodName, behind: OrderFilter): string =>
  new URLSearchParams(
    Object.entries({ period, ...behind }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();
