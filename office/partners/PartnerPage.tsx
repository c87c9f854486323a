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
import { dayOf, hourOfDay } from '#office/format/moment.ts';
import { type Translation, useTranslation } from '#office/i18n/Translation.tsx';
import { TableList } from '#office/lists/ListBody.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { useListAddress } from '#office/lists/use-list-address.ts';
import { paths } from '#office/paths.ts';
import { PARTNER_QUERIES, type PartnerPartProps, StandingPart } from './StandingPart.tsx';
import { QuotasPart, SharePart } from './TermsPart.tsx';
import './PartnerPage.css';

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

/** Name, mode and id of a key, without its secret. */
function KeyName({ partnerKey: { id, name, mode, revoked_at: revokedAt } }: { readonly partnerKey: PartnerKey }) {
  const { t } = useTranslation();
  return (
    <>
      <span translate="no">{name}</span> <span className="badge">{t(`office_partners.mode.${mode}`)}</span>{' '}
      {revokedAt === null ? null : <span className="badge person">{t('office_partners.revoked')}</span>}
      <span className="below code" translate="no">
        {id}
      </span>
    </>
  );
}

/** When a key was last used, and since when or until when it works. */
function KeyUse({ partnerKey }: { readonly partnerKey: PartnerKey }) {
  const { t, locale } = useTranslation();
  const {
    created_at: created,
    last_used_at: usedAt,
    last_used_ip: ip,
    revoked_at: revokedAt,
    revoked_by: by,
    revoked_reason: why,
  } = partnerKey;
  return (
    <>
      {usedAt === null ? t('office_partners.key_unused') : t('office_partners.key_used', { at: hourOfDay(usedAt, locale), ip: ip ?? '' })}
      <span className="below dim">
        {revokedAt === null
          ? t('office_partners.key_made', { at: dayOf(created, locale) })
          : t(`office_partners.revoked_by.${by ?? 'partner'}`, { at: hourOfDay(revokedAt, locale) })}
        {why === null ? null : <span translate="no"> {why}</span>}
      </span>
    </>
  );
}

/** `onRevoke` undefined: keys cannot be revoked here. */
const keyColumnsOf = (t: Translation['t'], onRevoke: ((key: PartnerKey) => void) | undefined): readonly Column<PartnerKey>[] => [
  { key: 'name', label: t('office_partners.key'), cell: (key) => <KeyName partnerKey={key} /> },
  {
    key: 'scopes',
    label: t('office_partners.access'),
    isPlain: true,
    cell: ({ scopes, networks }) => (
      <span translate="no">
        {scopes.join(', ')}
        <span className="below dim">{networks.join(', ')}</span>
      </span>
    ),
  },
  { key: 'used', label: t('office_partners.last_used'), cell: (key) => <KeyUse partnerKey={key} /> },
  {
    key: 'action',
    label: t('office_partners.action'),
    isPlain: true,
    cell: (key) =>
      onRevoke !== undefined && key.revoked_at === null ? (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`${t('office_partners.revoke')}: ${key.name}`}
          onClick={() => onRevoke(key)}
        >
          {t('office_partners.revoke')}
        </Button>
      ) : null,
  },
];

/** A partner's keys, working ones first. */
function KeysPart({ id, partner }: PartnerPartProps) {
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners');
  const [revoking, setRevoking] = useState<PartnerKey | null>(null);
  return (
    <section aria-labelledby="partner-keys">
      <h2 id="partner-keys">{t('office_partners.keys')}</h2>
      {partner.keys.length === 0 ? <p className="dim">{t('office_partners.no_keys')}</p> : null}
      {revoking === null ? null : (
        <section className="sheet">
          <RevokeForm key={revoking.id} id={id} partnerKey={revoking} onClose={() => setRevoking(null)} />
        </section>
      )}
      {partner.keys.length === 0 ? null : (
        <ListTable
          caption={t('office_partners.keys')}
          columns={keyColumnsOf(t, mayChange ? setRevoking : undefined)}
          rows={partner.keys.toSorted((a, b) => Number(a.revoked_at !== null) - Number(b.revoked_at !== null))}
          idOf={(key) => key.id}
        />
      )}
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
    key: 'pair',
    label: t('office_partners.exchange'),
    isPlain: true,
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
    cell: ({ attributes: { key_name: name, key_id: id } }) => <span translate="no">{name ?? id}</span>,
  },
  {
    key: 'created',
    label: t('office_partners.made'),
    sort: 'created_at',
    cell: ({ attributes }) => <span className="unbroken">{hourOfDay(attributes.created_at, locale)}</span>,
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
    <section aria-labelledby="partner-orders">
      <div className="row partner-orders-head">
        <h2 id="partner-orders">{t('office_partners.by_keys')}</h2>
        <Select
          size="xs"
          aria-label={t('office_partners.key_kind')}
          w="10rem"
          data={KEY_MODES.map((value) => ({ value, label: t(`office_partners.mode.${value}`) }))}
          value={mode}
          allowDeselect={false}
          onChange={(value) => list.change({ filters: value === 'sandbox' ? { mode: value } : {} })}
        />
      </div>
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
            <div className="partner-terms">
              <StandingPart id={id} partner={partner} />
              <SharePart id={id} partner={partner} />
              <QuotasPart id={id} partner={partner} />
            </div>
            <KeysPart id={id} partner={partner} />
            <OrdersPart id={id} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
