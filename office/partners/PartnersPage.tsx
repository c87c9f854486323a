import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Resource } from '#contract/document.ts';
import { officeListPartners, type OfficePartnerAttributes, PARTNER_PERIODS, PARTNER_STATES } from '#contract/office/customers/partners.ts';
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { ListTools } from '#office/lists/ListTools.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';

const FILTERS = ['period', 'state'] as const;

type Row = Resource<OfficePartnerAttributes>;

function Name({ row: { id, attributes } }: { readonly row: Row }) {
  const { t } = useTranslation();
  return (
    <>
      <Link to={paths.partner(id)} translate="no">
        {attributes.email}
      </Link>
      {attributes.suspended_at === null ? null : <span className="badge person">{t('office_partners.suspended')}</span>}
    </>
  );
}

const columnsOf = (t: Translation['t'], locale: Locale): readonly Column<Row>[] => [
  { key: 'email', label: t('office_partners.partner'), sort: 'email', cell: (row) => <Name row={row} /> },
  {
    key: 'volume',
    label: t('office_partners.volume'),
    sort: 'volume_usd',
    isNumber: true,
    cell: ({ attributes }) => dollars(attributes.volume_usd, locale),
  },
  { key: 'orders', label: t('office_partners.orders'), sort: 'orders', isNumber: true, cell: ({ attributes }) => attributes.orders },
  { key: 'completed', label: t('office_partners.completed'), isNumber: true, cell: ({ attributes }) => attributes.completed },
  {
    key: 'share',
    label: t('office_partners.share'),
    isNumber: true,
    cell: ({ attributes }) => `${attributes.share_percent} %`,
  },
  {
    key: 'earned',
    label: t('office_partners.earned'),
    isNumber: true,
    cell: ({ attributes }) => dollars(attributes.share_usd, locale),
  },
  { key: 'keys', label: t('office_partners.live_keys'), isNumber: true, cell: ({ attributes }) => attributes.live_keys },
  {
    key: 'list',
    label: t('office_partners.last_used'),
    cell: ({ attributes: { last_used_at: at } }) => (at === null ? '—' : clockTime(at, locale)),
  },
];

/** Accounts with API keys, and their orders' volume and profit share. */
export function PartnersPage() {
  const api = useApi();
  const { t, locale } = useTranslation();
  const list = useListAddress(FILTERS);
  const { address, query } = list;
  const period = oneOf(PARTNER_PERIODS, address.filters['period']);
  const state = oneOf(PARTNER_STATES, address.filters['state']);
  const partners = useQuery({
    queryKey: [...keys.partners(), period, state, query],
    queryFn: ({ signal }) => api(officeListPartners, { query: { period, state, ...query }, signal }),
    refetchInterval: 30_000,
  });
  return (
    <Screen title={t('office_partners.title')}>
      <p className="dim">{t(`office_partners.of_period.${period ?? 'month'}`)}</p>
      <ListTools
        list={list}
        search={t('office_partners.search')}
        filters={[
          {
            name: 'period',
            label: t('office_partners.period_label'),
            choices: PARTNER_PERIODS.map((value) => ({ value, label: t(`office_partners.period.${value}`) })),
          },
          {
            name: 'state',
            label: t('office_partners.everybody'),
            choices: PARTNER_STATES.map((value) => ({ value, label: t(`office_partners.state.${value}`) })),
          },
        ]}
      />
      <TableList
        query={partners}
        list={list}
        empty={t('office_partners.none')}
        caption={t('office_partners.title')}
        columns={columnsOf(t, locale)}
      />
    </Screen>
  );
}
