import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OfficePartnerDetail, officeRevokePartnerKey } from '#contract/office/customers/partners.ts';
import { useApi } from '#office/api/use-api.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { PartnerPartProps } from './StandingPart.tsx';
import { usePartnerDeed } from './use-partner-deed.ts';

type Key = OfficePartnerDetail['keys'][number];

function Revoke({ id, known, onClose }: { readonly id: string; readonly known: Key; readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useTranslation();
  const revoking = usePartnerDeed(
    (note, idempotencyKey) => api(officeRevokePartnerKey, { params: { id }, body: { key_id: known.id, note }, idempotencyKey }),
    onClose,
  );
  return (
    <ActionForm
      what={t('office_partners.revoke_what', { name: known.name })}
      submit={t('office_partners.revoke')}
      note={{ label: t('office_partners.note'), isRequired: true }}
      isDestructive
      command={revoking}
      onSubmit={(note) => revoking.mutate(note)}
      onCancel={onClose}
    />
  );
}

function KeyItem({ id, known }: { readonly id: string; readonly known: Key }) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners') && known.revoked_at === null;
  const [isOpen, setOpen] = useState(false);
  const at = (time: string) => clockTime(time, locale);
  return (
    <li>
      <p className="line">
        <strong translate="no">{known.name}</strong>
        <span className="badge">{t(`office_partners.mode.${known.mode}`)}</span>
        <span className="code" translate="no">
          {known.id}
        </span>
        {known.revoked_at === null ? null : <span className="badge person">{t('office_partners.revoked')}</span>}
      </p>
      <p className="dim" translate="no">
        {known.scopes.join(', ')}
        {known.networks.length === 0 ? '' : ` · ${known.networks.join(', ')}`}
      </p>
      <p className="dim">
        {t('office_partners.key_made', { at: at(known.created_at) })}
        {' · '}
        {known.last_used_at === null
          ? t('office_partners.key_unused')
          : t('office_partners.key_used', { at: at(known.last_used_at), ip: known.last_used_ip ?? '' })}
        {known.revoked_at === null
          ? ''
          : ` · ${t(`office_partners.revoked_by.${known.revoked_by ?? 'partner'}`, { at: at(known.revoked_at) })}`}
        {known.revoked_reason === null ? null : <span translate="no"> {known.revoked_reason}</span>}
      </p>
      {isOpen ? (
        <Revoke id={id} known={known} onClose={() => setOpen(false)} />
      ) : mayChange ? (
        <Button size="xs" variant="default" aria-label={`${t('office_partners.revoke')}: ${known.name}`} onClick={() => setOpen(true)}>
          {t('office_partners.revoke')}
        </Button>
      ) : null}
    </li>
  );
}

/** A partner's keys; their secrets nobody sees. */
export function KeysPart({ id, partner }: PartnerPartProps) {
  const { t } = useTranslation();
  return (
    <section className="sheet" aria-labelledby="partner-keys">
      <h2 id="partner-keys">{t('office_partners.keys')}</h2>
      {partner.keys.length === 0 ? <p className="dim">{t('office_partners.no_keys')}</p> : null}
      <ul className={partner.keys.length === 0 ? 'unseen' : 'list'}>
        {partner.keys.map((key) => (
          <KeyItem key={key.id} id={id} known={key} />
        ))}
      </ul>
    </section>
  );
}
