import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { urlOf } from '#contract/call.ts';
import type { Resource } from '#contract/document.ts';
import { type CustomerRowAttributes, officeCustomersCsv, officeListCustomers } from '#contract/office/customers/customer-desk.ts';
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { CsvLink, DAY_FILTERS, daysOf, filtersOf, ListDays } from '#office/lists/ListExport.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';

const KINDS = ['account', 'guest', 'limited'] as const;
const FILTERS = ['kind', ...DAY_FILTERS] as const;

type Row = Resource<CustomerRowAttributes>;

const Name = ({ row: { id, attributes } }: { readonly row: Row }) => (
  <Link to={paths.customer(id)} translate="no">
    {attributes.email}
  </Link>
);

function Kind({ row: { attributes } }: { readonly row: Row }) {
  const { t } = useTranslation();
  return (
    <>
      {t(attributes.has_account ? 'customers_desk.has_account' : 'customers_desk.guest')}
      {attributes.has_limits ? <span className="badge person">{t('customers_desk.has_limits')}</span> : null}
    </>
  );
}

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  { key: 'email', label: t('customers_desk.email'), cell: (row) => <Name row={row} /> },
  { key: 'kind', label: t('customers_desk.who'), cell: (row) => <Kind row={row} /> },
  { key: 'orders', label: t('customers_desk.orders'), sort: 'orders', isNumber: true, cell: ({ attributes }) => attributes.orders },
  { key: 'completed', label: t('customers_desk.completed'), isNumber: true, cell: ({ attributes }) => attributes.completed },
  {
    key: 'last',
    label: t('customers_desk.last_order'),
    sort: 'last_order_at',
    cell: ({ attributes: { last_order_at: at } }) => (at === null ? '—' : clockTime(at, locale)),
  },
  {
    key: 'since',
    label: t('customers_desk.known_since'),
    sort: 'known_since',
    cell: ({ attributes }) => clockTime(attributes.known_since, locale),
  },
];

/** Customers with an account or an order, newest first. */
export function CustomersPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const mayExport = useOperator().actions.includes('export_customers');
  const kind = oneOf(KINDS, address.filters['kind']);
  const days = daysOf(address.filters);
  const customers = useQuery({
    queryKey: [...keys.customers(), kind, days, query],
    queryFn: ({ signal }) => api(officeListCustomers, { query: { kind, ...days, ...query }, signal }),
    refetchInterval: 30_000,
  });
  const columns = columnsOf(t, locale);
  return (
    <Screen title={t('customers_desk.title')}>
      <ListTools
        list={list}
        search={t('customers_desk.search')}
        filters={[
          {
            name: 'kind',
            label: t('customers_desk.everybody'),
            choices: KINDS.map((value) => ({ value, label: t(`customers_desk.only.${value}`) })),
          },
        ]}
      >
        <ListDays list={list} />
        {mayExport ? <CsvLink href={urlOf(officeCustomersCsv, { query: { ...filtersOf(list), kind } })} /> : null}
      </ListTools>
      <TableList query={customers} list={list} empty={t('customers_desk.none')} caption={t('customers_desk.title')} columns={columns} />
    </Screen>
  );
}
