import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeSetPartnerShare } from '#contract/office/customers/partners.ts';
import { percentOfPpm, MAX_SHARE_ALONE_PPM } from '#core/partner/partner.ts';
import { useApi } from '#office/api/use-api.ts';
import { TextInput } from '#office/form/fields.tsx';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import type { PartnerPartProps } from './StandingPart.tsx';
import { usePartnerDeed } from './use-partner-deed.ts';

const PERCENT = /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/;

function ShareForm({
  id,
  onDone,
  onClose,
}: {
  readonly id: string;
  readonly onDone: (waits: boolean) => void;
  readonly onClose: () => void;
}) {
  const api = useApi();
  const { t } = useTranslation();
  const [percent, setPercent] = useState('');
  const [day, setDay] = useState('');
  const asked = percent.trim().replace(',', '.');
  const agreeing = usePartnerDeed(
    (note, idempotencyKey) => {
      const since = day === '' ? null : new Date(`${day}T00:00:00+03:00`).toISOString();
      return api(officeSetPartnerShare, { params: { id }, body: { share_percent: asked, since, note }, idempotencyKey });
    },
    ({ meta }) => onDone(officeSetPartnerShare.reply.meta.parse(meta).approval_id !== null),
  );
  return (
    <ActionForm
      what={t('office_partners.share_what', { percent: percentOfPpm(MAX_SHARE_ALONE_PPM) })}
      submit={t('office_partners.share_agree')}
      note={{ label: t('office_partners.note'), isRequired: true }}
      isReady={PERCENT.test(asked)}
      command={agreeing}
      onSubmit={(note) => agreeing.mutate(note)}
      onCancel={onClose}
      waits={{ kind: 'agree_share', subject: id }}
    >
      <TextInput
        label={t('office_partners.share_percent')}
        required
        inputMode="decimal"
        maxLength={6}
        autoComplete="off"
        value={percent}
        field="share_percent"
        onChange={({ currentTarget }) => setPercent(currentTarget.value)}
      />
      <TextInput
        type="date"
        label={t('office_partners.share_since')}
        value={day}
        field="since"
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </ActionForm>
  );
}

/** What a partner gets of what his orders bring: now, before, and from a day to come. */
export function SharePart({ id, partner }: PartnerPartProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners');
  const [state, setState] = useState<'closed' | 'open' | 'waits'>('closed');
  return (
    <section className="sheet" aria-labelledby="partner-share">
      <h2 id="partner-share">{t('office_partners.share')}</h2>
      <p>
        {t('office_partners.share_now', { percent: partner.share_percent })}
        {partner.is_share_agreed ? '' : ` ${t('office_partners.share_everybodys')}`}
      </p>
      {partner.shares.length === 0 ? null : (
        <ul className="list">
          {partner.shares.map(({ since, share_percent: percent, set_by: by, reason }) => (
            <li key={since + percent}>
              {t('office_partners.share_line', { percent, at: clockTime(since, locale), by })} <span translate="no">{reason}</span>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{state === 'waits' ? t('office_partners.share_waits') : ''}</p>
      {state === 'open' ? (
        <ShareForm id={id} onDone={(waits) => setState(waits ? 'waits' : 'closed')} onClose={() => setState('closed')} />
      ) : mayChange ? (
        <Button size="xs" variant="default" onClick={() => setState('open')}>
          {t('office_partners.share_change')}
        </Button>
      ) : null}
    </section>
  );
}
