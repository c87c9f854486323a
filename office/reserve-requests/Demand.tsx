import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { officeListReserveDemand, type ReserveDemandAttributes } from '#contract/office/orders/reserve-requests.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { money } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';

type Row = Resource<ReserveDemandAttributes>;

const columnsOf = (t: ReturnType<typeof useTranslation>['t'], locale: Locale): readonly Column<Row>[] => [
  {
    key: 'system',
    label: t('office_requests.system'),
    cell: ({ id, attributes }) => (
      <Link to={paths.reserveRequests(id)}>
        <span className="code">{id}</span> {attributes.name}
      </Link>
    ),
  },
  { key: 'count', label: t('office_requests.people'), isNumber: true, cell: ({ attributes }) => attributes.count },
  {
    key: 'amount',
    label: t('office_requests.wanted'),
    isNumber: true,
    cell: ({ attributes }) => money(attributes.amount, attributes.currency_iso_code, locale),
  },
  {
    key: 'reserve',
    label: t('office_requests.reserve'),
    isNumber: true,
    cell: ({ attributes }) => money(attributes.reserve, attributes.currency_iso_code, locale),
  },
  { key: 'oldest', label: t('office_requests.oldest'), cell: ({ attributes }) => clockTime(attributes.oldest_at, locale) },
];

/** Open reserve requests by payment system, beside prices and reserves; nothing where there are none. */
export function Demand({ isFolded = false }: { readonly isFolded?: boolean }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const mayRead = useOperator().actions.includes('read_reserve_requests');
  const demand = useQuery({
    queryKey: [...keys.reserveRequests(), 'demand', locale],
    queryFn: ({ signal }) => api(officeListReserveDemand, { signal }),
    refetchInterval: 30_000,
    enabled: mayRead,
  });
  const rows = demand.data?.data ?? [];
  if (!mayRead || rows.length === 0) return null;
  const people = rows.reduce((sum, { attributes }) => sum + attributes.count, 0);
  const table = <ListTable caption={t('office_requests.demand')} columns={columnsOf(t, locale)} rows={rows} idOf={({ id }) => id} />;
  return isFolded ? (
    <details className="sheet">
      <summary>{t('office_requests.demand_of', { count: people })}</summary>
      {table}
    </details>
  ) : (
    <section aria-labelledby="reserve-demand">
      <h2 id="reserve-demand">{t('office_requests.demand')}</h2>
      {table}
    </section>
  );
}
