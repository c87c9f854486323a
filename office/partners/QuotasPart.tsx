import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { officeSetPartnerQuotas } from '#contract/office/customers/partners.ts';
import { useCommand } from '#office/api/use-command.ts';
import { ActionForm } from '#office/form/ActionForm.tsx';
import { FactList } from '#office/components/FactList.tsx';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { PARTNER_QUERIES, type PartnerPartProps } from './StandingPart.tsx';

/** The largest value of each. */
const MAX_QUOTAS = { requests_per_minute: 6_000, orders_per_day: 100_000, open_orders: 1_000, reserve_percent: 100 } as const;
const NAMES = Object.keys(MAX_QUOTAS) as (keyof typeof MAX_QUOTAS)[];

function QuotasForm({ id, partner, onClose }: PartnerPartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(partner.own_quotas);
  // Of the time of opening: a colleague's change meanwhile is not overwritten
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
  const [isOpen, setOpen] = useState(false);
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
      {isOpen ? (
        <QuotasForm id={id} partner={partner} onClose={() => setOpen(false)} />
      ) : mayChange ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('office_partners.quotas_change')}
        </Button>
      ) : null}
    </section>
  );
}
