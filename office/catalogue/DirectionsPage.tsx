import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { type OfficeDirectionAttributes, officeListDirections } from '#contract/office/catalogue/directions.ts';
import { officeListPaymentSystems } from '#contract/office/catalogue/payment-systems.ts';
import { oneOf } from '#core/closed-list.ts';
import { DIRECTION_COLUMNS } from '#core/catalogue/columns.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { Figures } from '#office/components/Figures.tsx';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { BulkEdit } from './BulkEdit.tsx';
import './catalogue.css';

const FILTERS = ['income', 'outcome', 'enabled', 'rate_type'] as const;
const SORTS = ['income', '-income', 'outcome', '-outcome', 'margin_percent', '-margin_percent', 'eta_minutes', '-eta_minutes'] as const;
const BULK_NAMES = [
  'enabled',
  'margin_percent',
  'income_fee_percent',
  'outcome_fee_percent',
  'rate_type',
  'tolerance_percent',
  'window_minutes',
  'eta_minutes',
  'refund_fee_percent',
  'denied_countries',
];
const BULK = BULK_NAMES.flatMap((name) => DIRECTION_COLUMNS.filter((column) => column.name === name));
type Row = Resource<OfficeDirectionAttributes>;

const percent = (text: string) => (
  <span>
    <Figures amount={text} /> %
  </span>
);

function limits({ min_income, max_income, income_currency }: OfficeDirectionAttributes) {
  if (min_income === null && max_income === null) return '—';
  return (
    <span>
      {min_income === null ? '…' : <Figures amount={min_income} />} –{' '}
      {max_income === null ? '…' : <Figures amount={max_income} currency={income_currency} />}
    </span>
  );
}

const columnsOf = (t: Translation['t']): readonly Column<Row>[] => [
  {
    key: 'income',
    label: t('catalogue_desk.column.direction'),
    sort: 'income',
    cell: ({ attributes: { income, outcome, income_name, outcome_name } }) => (
      <Link to={paths.direction(income, outcome)}>
        {income_name} › {outcome_name}
      </Link>
    ),
  },
  {
    key: 'codes',
    label: t('catalogue_desk.column.codes'),
    sort: 'outcome',
    cell: ({ attributes }) => (
      <span className="code">
        {attributes.income} › {attributes.outcome}
      </span>
    ),
  },
  {
    key: 'open',
    label: t('catalogue_desk.column.open'),
    cell: ({ attributes: { enabled, is_open } }) => (
      <span className={`badge ${is_open ? 'done' : enabled ? 'time' : ''}`}>
        {t(is_open ? 'catalogue_desk.open' : enabled ? 'catalogue_desk.waits' : 'catalogue_desk.off')}
      </span>
    ),
  },
  {
    key: 'rate_type',
    label: t('catalogue_desk.column.rate_type'),
    cell: ({ attributes }) => <span className="unbroken">{t(`catalogue_desk.choice.rate_type.${attributes.rate_type}`)}</span>,
  },
  {
    key: 'margin',
    label: t('catalogue_desk.column.margin_percent'),
    sort: 'margin_percent',
    isNumber: true,
    cell: ({ attributes }) => percent(attributes.margin_percent),
  },
  {
    key: 'fees',
    label: t('catalogue_desk.column.income_fee_percent'),
    isNumber: true,
    cell: ({ attributes }) => percent(attributes.income_fee_percent),
  },
  { key: 'limits', label: t('catalogue_desk.column.limits'), isNumber: true, cell: ({ attributes }) => limits(attributes) },
  {
    key: 'eta',
    label: t('catalogue_desk.column.eta_minutes'),
    sort: 'eta_minutes',
    isNumber: true,
    cell: ({ attributes }) => attributes.eta_minutes,
  },
];

/** Directions: found, sorted, edited many at once. */
export function DirectionsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const { actions } = useOperator();
  const mayChange = actions.includes('change_prices') || actions.includes('change_catalogue');
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const sort = oneOf(SORTS, address.sort);
  const directionsQuery = { ...query, ...address.filters, ...(sort === undefined ? {} : { sort: [sort] }) };
  const directions = useQuery({
    queryKey: [...keys.catalogue(), 'directions', directionsQuery, locale],
    queryFn: ({ signal }) => api(officeListDirections, { query: directionsQuery, signal }),
    placeholderData: keepPreviousData,
  });
  const systems = useQuery({
    queryKey: [...keys.catalogue(), 'systems', 'names', locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { signal }),
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const currencies = systems.data === undefined ? [] : officeListPaymentSystems.reply.meta.parse(systems.data.meta).currencies;
  const sides = [
    ...currencies.map((value) => ({ value, label: value })),
    ...(systems.data?.data ?? [])
      .filter(({ id }) => !currencies.includes(id))
      .map(({ id, attributes: { name, currency } }) => ({ value: id, label: `${name} ${currency} (${id})` })),
  ];
  const choicesOf = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`catalogue_desk.choice.${name}.${value}`) }));
  return (
    <Screen title={t('catalogue_desk.directions')}>
      <ListTools
        list={list}
        search={t('catalogue_desk.search_directions')}
        filters={[
          { name: 'income', label: t('catalogue_desk.column.income'), choices: sides },
          { name: 'outcome', label: t('catalogue_desk.column.outcome'), choices: sides },
          { name: 'enabled', label: t('catalogue_desk.column.enabled'), choices: choicesOf('open', ['yes', 'no']) },
          { name: 'rate_type', label: t('catalogue_desk.column.rate_type'), choices: choicesOf('rate_type', ['fixed', 'floating']) },
        ]}
      >
        {actions.includes('change_catalogue') ? <Link to={paths.directionRule()}>{t('catalogue_desk.by_rule')}</Link> : null}
        <Link to={paths.catalogueFiles('direction')}>{t('catalogue_desk.files')}</Link>
      </ListTools>
      {mayChange ? (
        <BulkEdit
          entity="direction"
          columns={BULK}
          marked={marked}
          total={Number(directions.data?.meta['total'] ?? 0)}
          filter={{ ...(address.q === '' ? {} : { q: address.q }), ...address.filters }}
          onDone={() => setMarked(new Set())}
        />
      ) : null}
      <TableList
        query={directions}
        list={list}
        empty={t('catalogue_desk.no_directions')}
        next={mayChange ? { to: paths.directionRule(), label: t('catalogue_desk.by_rule') } : undefined}
        caption={t('catalogue_desk.directions')}
        columns={columns}
        marked={mayChange ? { ids: marked, onMark: setMarked, label: (id: string) => t('catalogue_desk.mark', { name: id }) } : undefined}
      />
    </Screen>
  );
}
