import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { FIGURE_SETS, type FigureOrderAttributes, officeFigureOrdersCsv, officeListFigureOrders } from '#contract/office/shop/figures.ts';
import { oneOf } from '#core/closed-list.ts';
import { PERIODS } from '#core/figures/figures.ts';
import { FINAL_STATUSES, ORDER_STATUSES } from '#core/order/status.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useDocumentTitle } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { CsvLink } from '#office/lists/ListExport.tsx';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { Figures } from '#office/components/Figures.tsx';
import { StatusBadge } from '#office/components/StatusBadge.tsx';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { Amount, FILTERS, readPeriod, isDayRange } from './OrdersLink.tsx';
import './FiguresPage.css';

type Row = Resource<FigureOrderAttributes>;

const STEPS = ['pay', 'confirm', 'payout'] as const;

function Minutes({ row }: { readonly row: FigureOrderAttributes }) {
  const { t } = useTranslation();
  const knownSteps = STEPS.flatMap((step) => (row[`${step}_minutes`] === null ? [] : [[step, row[`${step}_minutes`]] as const]));
  if (knownSteps.length === 0) return <span className="dim">{t('figures.no_time')}</span>;
  return knownSteps.map(([step, minutes], index) => (
    <span key={step} title={t(`figures.step.${step}`)}>
      {index === 0 ? '' : ' + '}
      <Figures amount={String(minutes)} />
    </span>
  ));
}

const columnsOf = (t: Translation['t'], locale: Translation['locale']): Column<Row>[] => [
  { key: 'id', label: t('figures.order'), cell: ({ id }) => <OrderNumber id={id} to={paths.order(id)} /> },
  { key: 'at', label: t('figures.at'), sort: 'at', cell: ({ attributes: row }) => clockTime(row.at, locale) },
  { key: 'status', label: t('figures.outcome'), cell: ({ attributes: row }) => <StatusBadge status={row.status} /> },
  {
    key: 'give',
    label: t('figures.gave'),
    isNumber: true,
    cell: ({ attributes: row }) => <Figures amount={row.income_amount} currency={row.income_payment_system_id} />,
  },
  {
    key: 'get',
    label: t('figures.got'),
    isNumber: true,
    cell: ({ attributes: row }) => <Figures amount={row.outcome_amount} currency={row.outcome_payment_system_id} />,
  },
  {
    key: 'turnover',
    label: `${t('figures.turnover')}, USD`,
    sort: 'turnover_usd',
    isNumber: true,
    cell: ({ attributes: row }) => <Amount amount={row.turnover_usd} />,
  },
  {
    key: 'earnings',
    label: `${t('figures.earnings')}, USD`,
    sort: 'earnings_usd',
    isNumber: true,
    cell: ({ attributes: row }) => <Amount amount={row.earnings_usd} />,
  },
  { key: 'minutes', label: t('figures.took'), isNumber: true, cell: ({ attributes: row }) => <Minutes row={row} /> },
];

function useOrders() {
  const api = useApi();
  const list = useListAddress(FILTERS);
  const { filters } = list.address;
  const filter = {
    period: readPeriod(filters['period']),
    set: oneOf(FIGURE_SETS, filters['set']),
    status: oneOf(ORDER_STATUSES, filters['status']),
    income_payment_system_id: filters['income_payment_system_id'],
    outcome_payment_system_id: filters['outcome_payment_system_id'],
    operator_id: filters['operator_id'],
  };
  const { sort } = list.address;
  const sorted = (['at', 'turnover_usd', 'earnings_usd'] as const).flatMap((key) => [key, `-${key}`] as const).find((key) => key === sort);
  const { q: _none, ...position } = list.query;
  const orderQuery = { ...position, ...filter, ...(sorted === undefined ? {} : { sort: [sorted] }) };
  const rows = useQuery({
    queryKey: [...keys.figures(), 'orders', orderQuery],
    queryFn: ({ signal }) => api(officeListFigureOrders, { query: orderQuery, signal }),
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
  return { list, filter, rows };
}

/** The orders that a figure counts, each with its turnover and earnings. */
export function FigureOrdersPage() {
  const { t, locale } = useTranslation();
  const { list, filter, rows } = useOrders();
  const { address, change } = list;
  useDocumentTitle(t('figures.rows_title'));
  const choose = (name: string, value: string | null) => {
    const { [name]: _before, ...others } = address.filters;
    change({ filters: value === null ? others : { ...others, [name]: value } });
  };
  const named = [filter.income_payment_system_id, filter.outcome_payment_system_id].filter((id) => id !== undefined).join(' → ');
  return (
    <>
      <p>
        <Link to={paths.figures(`period=${filter.period}`)}>{t('figures.title')}</Link>
      </p>
      <h1>
        {t(`figures.sets.${filter.set ?? 'ended'}`)}
        {named === '' ? '' : `: ${named}`}
      </h1>
      <div className="tools">
        <Select
          size="xs"
          className="list-filter"
          aria-label={t('figures.period')}
          data={[
            ...PERIODS.map((value): { value: string; label: string } => ({ value, label: t(`figures.periods.${value}`) })),
            ...(isDayRange(filter.period) ? [{ value: filter.period, label: filter.period.replace('..', ' – ') }] : []),
          ]}
          value={filter.period}
          allowDeselect={false}
          onChange={(value) => choose('period', value)}
        />
        <Select
          size="xs"
          className="list-filter"
          clearable
          aria-label={t('figures.outcome')}
          placeholder={t('figures.outcome')}
          data={FINAL_STATUSES.map((value) => ({ value, label: t(`office.status.${value}`) }))}
          value={filter.status ?? null}
          onChange={(value) => choose('status', value)}
        />
        <div className="list-actions">
          <CsvLink href={urlOf(officeFigureOrdersCsv, { query: filter })} />
        </div>
      </div>
      <TableList
        query={rows}
        list={list}
        empty={t('figures.no_rows')}
        views={['period', 'set']}
        caption={t('figures.rows_title')}
        columns={columnsOf(t, locale)}
      />
    </>
  );
}
