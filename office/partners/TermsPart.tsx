import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { officeSetPartnerQuotas, officeSetPartnerShare } from '#contract/office/customers/partners.ts';
import { percentOfPpm } from '#core/money/percent.ts';
import { MAX_SHARE_ALONE_PPM } from '#core/partner/partner.ts';
import { useOperator } from '#office/api/operator.ts';
import { useCommand } from '#office/api/use-command.ts';
import { FactList } from '#office/components/FactList.tsx';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { TextInput } from '#office/form/fields.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { dayOf } from '#office/format/moment.ts';
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
              {t('office_partners.share_line', { percent, at: dayOf(since, locale), by })} <span translate="no">{reason}</span>
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

/** The largest value of each. */
const MAX_QUOTAS = { requests_per_minute: 6_000, orders_per_day: 100_000, open_orders: 1_000, reserve_percent: 100 } as const;
const NAMES = Object.keys(MAX_QUOTAS) as (keyof typeof MAX_QUOTAS)[];

function QuotasForm({ id, partner, onClose }: PartnerPartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(partner.own_quotas);
  // The version at opening: a colleague's later change is not overwritten, the save is refused
  const [version] = useState(partner.version);
  const save = useCommand(officeSetPartnerQuotas, { after: PARTNER_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('office_partners.quotas_what')}
      submit={t('office_partners.quotas_save')}
      note={{ label: t('office_partners.note'), isRequired: true }}
      command={save}
      onSubmit={(note) => save.run({ params: { id }, body: { ...draft, version, note } })}
      onCancel={onClose}
    >
      {NAMES.map((name) => (
        <NumberInput
          key={name}
          label={t(`office_partners.quota.${name}`)}
          min={name === 'requests_per_minute' ? 1 : 0}
          max={MAX_QUOTAS[name]}
          allowDecimal={false}
          allowNegative={false}
          placeholder={t('office_partners.everybodys', { count: partner.quotas[name] })}
          value={draft[name] ?? ''}
          onChange={(value) => setDraft((before) => ({ ...before, [name]: typeof value === 'number' ? value : null }))}
        />
      ))}
    </ActionForm>
  );
}

/** A partner's request and order limits. */
export function QuotasPart({ id, partner }: PartnerPartProps) {
  const { t } = useTranslation();
  const mayChange = useOperator().actions.includes('change_partners');
  return (
    <section className="sheet" aria-labelledby="partner-quotas">
      <h2 id="partner-quotas">{t('office_partners.quotas')}</h2>
      <FactList
        facts={NAMES.map((name) => ({
          name: t(`office_partners.quota.${name}`),
          value: (
            <>
              {partner.quotas[name]}
              {partner.own_quotas[name] === null ? <span className="dim"> {t('office_partners.as_everybody')}</span> : null}
            </>
          ),
        }))}
      />
      <FormButton label={t('office_partners.quotas_change')} isOffered={mayChange}>
        {(close) => <QuotasForm id={id} partner={partner} onClose={close} />}
      </FormButton>
    </section>
  );
}
