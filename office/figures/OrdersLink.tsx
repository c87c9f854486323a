import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import type { QueryInputOf } from '#contract/endpoint.ts';
import type { officeListFigureOrders } from '#contract/office/shop/figures.ts';
import { oneOf } from '#core/closed-list.ts';
import { type DayRange, type PeriodName, PERIODS, periodOfDays } from '#core/figures/figures.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { paths } from '#office/paths.ts';

type OrdersQuery = QueryInputOf<typeof officeListFigureOrders>;

/** Names of the list's filters in the API and in the address. */
export const FILTERS = ['period', 'set', 'status', 'income_payment_system_id', 'outcome_payment_system_id', 'operator_id'] as const;

/** The orders that a number counts. */
export type OrderFilter = Partial<Pick<OrdersQuery, Exclude<(typeof FILTERS)[number], 'period'>>>;

/** A named period, or days chosen by a person. */
export type FigurePeriod = PeriodName | DayRange;

export const isDayRange = (text: string): text is DayRange => periodOfDays(text) !== undefined;

/** The period in an address; unknown: today. */
export function readPeriod(text: string | null | undefined): FigurePeriod {
  if (typeof text === 'string' && isDayRange(text)) return text;
  return oneOf(PERIODS, text) ?? 'today';
}

/** The query string of the orders that a number counts. */
export const ordersQuery = (period: FigurePeriod, filter: OrderFilter): string =>
  new URLSearchParams(
    Object.entries({ period, ...filter }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ).toString();

export const PeriodContext = createContext<FigurePeriod>('today');

/** A number that links to the orders it counts. */
export function OrdersLink({ rows, children }: { readonly rows: OrderFilter; readonly children: ReactNode }) {
  const period = useContext(PeriodContext);
  return <Link to={paths.figureOrders(ordersQuery(period, rows))}>{children}</Link>;
}

/** An amount; null: unknown. */
export function Amount({ amount, currency }: { readonly amount: string | null; readonly currency?: string }) {
  const { t } = useTranslation();
  if (amount === null) return <span className="dim">{t('figures.unknown_amount')}</span>;
  return <Figures amount={amount} {...(currency === undefined ? {} : { currency })} />;
}
