import { Button } from '@mantine/core';
import { useState } from 'react';
import { officeSetPartnerShare } from '#contract/office/customers/partners.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { MAX_SHARE_ALONE_PPM } from '#core/partner/partner.ts';
import { useCommand } from '#office/api/use-command.ts';
import { TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { clockTime } from '#office/format/moment.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PARTNER_QUERIES, type PartnerPartProps } from './StandingPart.tsx';

const PERCENT = /^(?:100|\d{1,2}(?:\.\d{1,2})?)$/;

interface ShareFormProps {
  readonly id: string;
  /** `waits`: the share waits for a second person. */
  readonly onDone: (waits: boolean) => void;
  readonly onClose: () => void;
}

function ShareForm({ id, onDone, onClose }: ShareFormProps) {
  const { t } = useTranslation();
  const form = useFields({ share_percent: '', since: '' });
  const percent = form.values.share_percent.trim().replace(',', '.');
  const save = useCommand(officeSetPartnerShare, {
    after: PARTNER_QUERIES,
    onDone: ({ meta }) => onDone(officeSetPartnerShare.reply.meta.parse(meta).approval_id !== null),
  });
  const send = (note: string) => {
    const { since: day } = form.values;
    const since = day === '' ? null : new Date(`${day}T00:00:00+03:00`).toISOString();
    save.run({ params: { id }, body: { share_percent: percent, since, note } });
  };
  return (
    <ActionForm
      what={t('office_partners.share_what', { percent: percentOfPpm(MAX_SHARE_ALONE_PPM) })}
      submit={t('office_partners.share_agree')}
      note={{ label: t('office_partners.note'), isRequired: true }}
      isReady={PERCENT.test(percent)}
      command={save}
      onSubmit={send}
      onCancel={onClose}
      waits={{ kind: 'agree_share', subject: id }}
    >
      <TextInput
        {...form.text('share_percent')}
        label={t('office_partners.share_percent')}
        required
        inputMode="decimal"
        maxLength={6}
        autoComplete="off"
      />
      <TextInput {...form.text('since')} type="date" label={t('office_partners.share_since')} />
    </ActionForm>
  );
}

/** A partner's share of the profit on its orders: current, former and future. */
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
