import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { officeListPaymentSystems, type OfficePaymentSystemAttributes } from '#contract/office/catalogue/payment-systems.ts';
import { PAYMENT_SYSTEM_COLUMNS } from '#core/catalogue/columns.ts';
import { PAYMENT_SYSTEM_KINDS, PAYMENT_SYSTEM_STAGES } from '#core/payment-system/payment-system.ts';
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
import { railName } from '#office/components/detail-facts.ts';
import { useTranslation, type Translation } from '#office/i18n/Translation.tsx';
import { Mark } from '#ui/Mark.tsx';
import { BulkEdit } from './BulkEdit.tsx';
import './catalogue.css';

const FILTERS = ['kind', 'currency', 'rail', 'stage', 'open'] as const;
const BULK = PAYMENT_SYSTEM_COLUMNS.filter(({ name }) =>
  ['income_enabled', 'outcome_enabled', 'referral_output_enabled', 'stage', 'confirmations', 'sort'].includes(name),
);
type Row = Resource<OfficePaymentSystemAttributes>;

function sides({ income_enabled, outcome_enabled, stage }: OfficePaymentSystemAttributes, t: Translation['t']) {
  if (stage !== 'ready') return <span className="badge time">{t(`catalogue_desk.choice.stage.${stage}`)}</span>;
  const openSides = [income_enabled ? t('catalogue_desk.income') : '', outcome_enabled ? t('catalogue_desk.outcome') : ''].filter(
    (text) => text !== '',
  );
  return openSides.length === 0 ? (
    <span className="badge">{t('catalogue_desk.off')}</span>
  ) : (
    <span className="badge done">{openSides.join(', ')}</span>
  );
}

const columnsOf = (t: Translation['t']): readonly Column<Row>[] => [
  {
    key: 'name',
    label: t('catalogue_desk.column.name'),
    sort: 'name',
    cell: ({ id, attributes: { name, kind, mark, network } }) => (
      <Link className="marked-name" to={paths.system(id)}>
        <Mark kind={kind} monogram={mark.monogram} tint={mark.tint} network={network} className="mark-small" />
        <span>{name}</span>
      </Link>
    ),
  },
  { key: 'code', label: t('catalogue_desk.column.code'), sort: 'code', cell: ({ id }) => <span className="code">{id}</span> },
  {
    key: 'kind',
    label: t('catalogue_desk.column.kind'),
    sort: 'kind',
    cell: ({ attributes }) => t(`catalogue_desk.choice.kind.${attributes.kind}`),
  },
  { key: 'rail', label: t('catalogue_desk.column.rail'), sort: 'rail', cell: ({ attributes }) => railName(attributes.rail, t) },
  { key: 'open', label: t('catalogue_desk.column.open'), cell: ({ attributes }) => sides(attributes, t) },
  {
    key: 'limits',
    label: t('catalogue_desk.column.limits'),
    isNumber: true,
    cell: ({ attributes: { min_amount, max_amount, currency } }) => (
      <span>
        <Figures amount={min_amount} /> – <Figures amount={max_amount} currency={currency} />
      </span>
    ),
  },
  {
    key: 'reserve',
    label: t('catalogue_desk.column.reserve'),
    isNumber: true,
    cell: ({ attributes: { reserve, currency } }) => <Figures amount={reserve} currency={currency} />,
  },
  {
    key: 'directions',
    label: t('catalogue_desk.column.directions'),
    sort: 'directions',
    isNumber: true,
    cell: ({ attributes }) => attributes.directions,
  },
];

/** Payment systems: drafts, open and archived ones. */
export function SystemsPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_catalogue');
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const systemsQuery = { ...query, ...address.filters, sort: [address.sort ?? 'sort'] };
  const systems = useQuery({
    queryKey: [...keys.catalogue(), 'systems', systemsQuery, locale],
    queryFn: ({ signal }) => api(officeListPaymentSystems, { query: systemsQuery, signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const meta = systems.data === undefined ? { currencies: [], rails: [] } : officeListPaymentSystems.reply.meta.parse(systems.data.meta);
  const named = (values: readonly string[]) => values.map((value) => ({ value, label: value }));
  const choicesOf = (name: string, values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`catalogue_desk.choice.${name}.${value}`) }));
  return (
    <Screen title={t('catalogue_desk.systems')}>
      <ListTools
        list={list}
        search={t('catalogue_desk.search_systems')}
        filters={[
          { name: 'kind', label: t('catalogue_desk.column.kind'), choices: choicesOf('kind', PAYMENT_SYSTEM_KINDS) },
          { name: 'currency', label: t('catalogue_desk.column.currency'), choices: named(meta.currencies) },
          {
            name: 'rail',
            label: t('catalogue_desk.column.rail'),
            choices: meta.rails.map((value) => ({ value, label: railName(value, t) })),
          },
          { name: 'stage', label: t('catalogue_desk.column.stage'), choices: choicesOf('stage', PAYMENT_SYSTEM_STAGES) },
          { name: 'open', label: t('catalogue_desk.column.open'), choices: choicesOf('open', ['yes', 'no']) },
        ]}
      >
        {mayChange ? <Link to={paths.library()}>{t('catalogue_desk.from_library')}</Link> : null}
        {mayChange ? <Link to={paths.newSystem()}>{t('catalogue_desk.new_system')}</Link> : null}
        <Link to={paths.catalogueFiles('payment_system')}>{t('catalogue_desk.files')}</Link>
      </ListTools>
      {mayChange ? (
        <BulkEdit
          entity="payment_system"
          columns={BULK}
          marked={marked}
          total={Number(systems.data?.meta['total'] ?? 0)}
          filter={{ ...(address.q === '' ? {} : { q: address.q }), ...address.filters }}
          onDone={() => setMarked(new Set())}
        />
      ) : null}
      <TableList
        query={systems}
        list={list}
        empty={t('catalogue_desk.no_systems')}
        next={mayChange ? { to: paths.library(), label: t('catalogue_desk.from_library') } : undefined}
        caption={t('catalogue_desk.systems')}
        columns={columns}
        marked={mayChange ? { ids: marked, onMark: setMarked, label: (id: string) => t('catalogue_desk.mark', { name: id }) } : undefined}
      />
    </Screen>
  );
}
