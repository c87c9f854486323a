import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { officeListPartnerOrders } from '#contract/office/customers/partners.ts';
import type { PartnerOrderAttributes } from '#contract/partner/partners.ts';
import { oneOf } from '#core/closed-list.ts';
import { KEY_MODES } from '#core/partner/partner.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Select } from '#office/form/fields.tsx';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { ListBody } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { useOperator } from '#office/api/operator.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';

const FILTERS: readonly string[] = ['mode'];

interface Row {
  readonly id: string;
  readonly attributes: PartnerOrderAttributes;
}

/** Orders of the sandbox have no page in this office. */
function OrderId({ id, attributes }: Row) {
  const mayRead = useOperator().actions.includes('read_orders');
  return mayRead && attributes.mode === 'live' ? (
    <Link className="code" to={paths.order(id)} translate="no">
      {id}
    </Link>
  ) : (
    <span className="code">{id}</span>
  );
}

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  { key: 'id', label: t('office_partners.order'), cell: (row) => <OrderId {...row} /> },
  {
    key: 'created',
    label: t('office_partners.made'),
    sort: 'created_at',
    cell: ({ attributes }) => clockTime(attributes.created_at, locale),
  },
  {
    key: 'pair',
    label: t('office_partners.exchange'),
    cell: ({ attributes: order }) => (
      <span translate="no">
        {order.income_amount} {order.payment_system_from_id} → {order.outcome_amount} {order.payment_system_to_id}
      </span>
    ),
  },
  { key: 'status', label: t('office_partners.status'), cell: ({ attributes }) => t(`office.status.${attributes.status}`) },
  {
    key: 'key',
    label: t('office_partners.key'),
    cell: ({ attributes: { key_name: name, key_id: id, mode } }) => (
      <>
        <span translate="no">{name ?? id}</span>
        {mode === 'sandbox' ? <span className="badge">{t('office_partners.mode.sandbox')}</span> : null}
      </>
    ),
  },
  {
    key: 'share',
    label: t('office_partners.earned'),
    isNumber: true,
    cell: ({ attributes: { share_usd: share } }) => (share === null ? '—' : dollars(share, locale)),
  },
];

/** Orders made with a partner's keys. */
export function OrdersPart({ id }: { readonly id: string }) {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { q: _, ...position } = list.query;
  const mode = oneOf(KEY_MODES, list.address.filters['mode']) ?? 'live';
  const query = { ...position, mode };
  const orders = useQuery({
    queryKey: [...keys.partners(), id, 'orders', query],
    queryFn: ({ signal }) => api(officeListPartnerOrders, { params: { id }, query, signal }),
    refetchInterval: 30_000,
  });
  return (
    <section className="sheet" aria-labelledby="partner-orders">
      <h2 id="partner-orders">{t('office_partners.by_keys')}</h2>
      <Select
        label={t('office_partners.key_kind')}
        w="12rem"
        data={KEY_MODES.map((value) => ({ value, label: t(`office_partners.mode.${value}`) }))}
        value={mode}
        allowDeselect={false}
        onChange={(value) => list.change({ filters: value === 'sandbox' ? { mode: value } : {} })}
      />
      <ListBody query={orders} list={list} empty={t('office_partners.no_orders')} views={['mode']}>
        <ListTable
          caption={t('office_partners.by_keys')}
          columns={columnsOf(t, locale)}
          rows={orders.data?.data ?? []}
          idOf={(row) => row.id}
          sort={list.address.sort}
          onSort={(sort) => list.change({ sort })}
          isBusy={orders.isPlaceholderData}
        />
      </ListBody>
    </section>
  );
}
