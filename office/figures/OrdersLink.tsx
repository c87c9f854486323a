import { createContext, type ReactNode, useContext } from 'react';
import { Link } from 'react-router';
import type { PeriodName } from '#core/figures/period.ts';
import { paths } from '#office/paths.ts';
import { Figures } from '#office/components/Figures.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type OrderFilter, ordersQuery } from './links.ts';

export const PeriodContext = createContext<PeriodName>('today');

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
