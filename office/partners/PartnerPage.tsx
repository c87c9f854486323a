import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Resource } from '#contract/document.ts';
import {
  officeGetPartner,
  officeListPartnerOrders,
  type OfficePartnerDetail,
  officeRevokePartnerKey,
} from '#contract/office/customers/partners.ts';
import type { PartnerOrderAttributes } from '#contract/partner/partners.ts';
import { oneOf } from '#core/closed-list.ts';
import type { Locale } from '#core/locale.ts';
import { KEY_MODES } from '#core/partner/partner.ts';
import { OrderNumber } from '#office/components/OrderNumber.tsx';
import { keys } from '#office/api/keys.ts';
import { useOperator } from '#office/api/operator.ts';
import { useApi } from '#office/api/use-api.ts';
import { useCommand } from '#office/api/use-command.ts';
import { Figures } from '#office/components/Figures.tsx';
import { Loaded, Screen } from '#office/components/Screen.tsx';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { Select } from '#office/form/fields.tsx';
import { dollars } from '#office/format/figure.ts';
import { clockTime } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { TableList } from '#office/lists/ListBody.tsx';
import type { Column } from '#office/lists/ListTable.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { PARTNER_QUERIES, type PartnerPartProps, StandingPart } from './StandingPart.tsx';
import { QuotasPart, SharePart } from './TermsPart.tsx';

type PartnerKey = OfficePartnerDetail['keys'][number];

function RevokeForm({ id, partnerKey, onClose }: { readonly id: string; readonly partnerKey: PartnerKey; readonly onClose: () => void }) {
  const { t } = useTranslation();
  const revoke = useCommand(officeRevokePartnerKey, { after: PARTNER_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('office_partners.revoke_what', { name: partnerKey.name })}
      submit={t('office_partners.revoke')}
      note={{ label: t('office_partners.note'), isRequired: true }}
      isDestructive
      command={revoke}
      onSubmit={(note) => revoke.run({ params: { id }, body: { key_id: partnerKey.id, note } })}
      onCancel={onClose}
    />
  );
}

function KeyItem({ id, partnerKey }: { readonly id: string; readonly partnerKey: PartnerKey }) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners') && partnerKey.revoked_at === null;
  const [isOpen, setOpen] = useState(false);
  const at = (time: string) => clockTime(time, locale);
  return (
    <li>
      <p className="line">
        <strong translate="no">{partnerKey.name}</strong>
        <span className="badge">{t(`office_partners.mode.${partnerKey.mode}`)}</span>
        <span className="code" translate="no">
          {partnerKey.id}
        </span>
        {partnerKey.revoked_at === null ? null : <span className="badge person">{t('office_partners.revoked')}</span>}
      </p>
      <p className="dim" translate="no">
        {partnerKey.scopes.join(', ')}
        {partnerKey.networks.length === 0 ? '' : ` · ${partnerKey.networks.join(', ')}`}
      </p>
      <p className="dim">
        {t('office_partners.key_made', { at: at(partnerKey.created_at) })}
        {' · '}
        {partnerKey.last_used_at === null
          ? t('office_partners.key_unused')
          : t('office_partners.key_used', { at: at(partnerKey.last_used_at), ip: partnerKey.last_used_ip ?? '' })}
        {partnerKey.revoked_at === null
          ? ''
          : ` · ${t(`office_partners.revoked_by.${partnerKey.revoked_by ?? 'partner'}`, { at: at(partnerKey.revoked_at) })}`}
        {partnerKey.revoked_reason === null ? null : <span translate="no"> {partnerKey.revoked_reason}</span>}
      </p>
      {isOpen ? (
        <RevokeForm id={id} partnerKey={partnerKey} onClose={() => setOpen(false)} />
      ) : mayChange ? (
        <Button size="xs" variant="default" aria-label={`${t('office_partners.revoke')}: ${partnerKey.name}`} onClick={() => setOpen(true)}>
          {t('office_partners.revoke')}
        </Button>
      ) : null}
    </li>
  );
}

/** A partner's keys, without their secrets. */
function KeysPart({ id, partner }: PartnerPartProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="partner-keys">
      <h2 id="partner-keys">{t('office_partners.keys')}</h2>
      {partner.keys.length === 0 ? <p className="dim">{t('office_partners.no_keys')}</p> : null}
      <ul className={partner.keys.length === 0 ? 'unseen' : 'list'}>
        {partner.keys.map((key) => (
          <KeyItem key={key.id} id={id} partnerKey={key} />
        ))}
      </ul>
    </section>
  );
}

const FILTERS: readonly string[] = ['mode'];

type Row = Resource<PartnerOrderAttributes>;

/** Orders of the sandbox have no page in this office. */
function OrderId({ id, attributes }: Row) {
  const mayRead = useOperator().actions.includes('read_orders');
  return <OrderNumber id={id} to={mayRead && attributes.mode === 'live' ? paths.order(id) : undefined} />;
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
        <Figures amount={order.income_amount} currency={order.payment_system_from_id} /> →{' '}
        <Figures amount={order.outcome_amount} currency={order.payment_system_to_id} />
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
function OrdersPart({ id }: { readonly id: string }) {
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
      <TableList
        query={orders}
        list={list}
        empty={t('office_partners.no_orders')}
        views={['mode']}
        caption={t('office_partners.by_keys')}
        columns={columnsOf(t, locale)}
      />
    </section>
  );
}

/** One partner: state, share, quotas, keys, orders. */
export function PartnerPage() {
  const { id = '' } = useParams();
  const api = useApi();
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [...keys.partners(), id],
    queryFn: async ({ signal }) => (await api(officeGetPartner, { params: { id }, query: {}, signal })).data.attributes,
    refetchInterval: 30_000,
  });
  const { actions } = useOperator();
  const title = query.data?.email ?? t('office_partners.title');
  return (
    <Screen title={title} heading={<span translate={query.data === undefined ? undefined : 'no'}>{title}</span>}>
      <Loaded query={query}>
        {(partner) => (
          <>
            <nav className="tabs" aria-label={t('office_partners.more')}>
              {actions.includes('read_orders') ? (
                <Link to={paths.queue(`view=all&partner=${encodeURIComponent(id)}`)}>{t('office_partners.all_orders')}</Link>
              ) : null}
              {actions.includes('read_earnings') ? <Link to={paths.earnings(partner.email)}>{t('office_partners.earnings')}</Link> : null}
              <Link to={paths.webhookServers(partner.email)}>{t('office_partners.webhooks')}</Link>
            </nav>
            <StandingPart id={id} partner={partner} />
            <SharePart id={id} partner={partner} />
            <QuotasPart id={id} partner={partner} />
            <KeysPart id={id} partner={partner} />
            <OrdersPart id={id} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
