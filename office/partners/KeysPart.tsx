import { Button } from '@mantine/core';
import { useState } from 'react';
import { type OfficePartnerDetail, officeRevokePartnerKey } from '#contract/office/customers/partners.ts';
import { useCommand } from '#office/api/use-command.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PARTNER_QUERIES, type PartnerPartProps } from './StandingPart.tsx';

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
export function KeysPart({ id, partner }: PartnerPartProps) {
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
