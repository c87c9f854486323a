import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import { type CustomerCardAttributes, officeSetCustomerLimits } from '#contract/office/customers/customer-desk.ts';
import { useCommand } from '#office/api/use-command.ts';
import { dollars } from '#office/format/figure.ts';
import { ActionForm, FormButton } from '#office/form/ActionForm.tsx';
import { useFields } from '#office/form/use-fields.ts';
import { useOperator } from '#office/api/operator.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CARD_QUERIES } from './card-queries.ts';

const NAMES = ['order_usd', 'day_usd', 'month_usd'] as const;
type Limits = Readonly<Record<(typeof NAMES)[number], number | null>>;

interface LimitsPartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function LimitsForm({ id, card, onClose }: LimitsPartProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { version, ...limits } = card.limits;
  const form = useFields<Limits>(limits);
  // The version at opening: a colleague's change meanwhile is refused, not overwritten
  const [openedVersion] = useState(version);
  const save = useCommand(officeSetCustomerLimits, { after: CARD_QUERIES, onDone: onClose });
  return (
    <ActionForm
      what={t('customers_desk.limits.hint')}
      submit={t('customers_desk.limits.save')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      command={save}
      onSubmit={(note) => save.run({ params: { id }, body: { ...form.values, version: openedVersion, note } })}
      onCancel={onClose}
    >
      {NAMES.map((name) => (
        <NumberInput
          key={name}
          label={t(`customers_desk.limits.${name}`)}
          min={1}
          max={1_000_000_000}
          allowDecimal={false}
          allowNegative={false}
          placeholder={t('customers_desk.limits.none')}
          value={form.values[name] ?? ''}
          onChange={(value) => form.set({ [name]: typeof value === 'number' ? value : null })}
        />
      ))}
    </ActionForm>
  );
}

/** A customer's own limits beside what was used of them. */
export function LimitsPart({ id, card }: LimitsPartProps) {
  const { t, locale } = useTranslation();
  const mayChange = useOperator().actions.includes('change_customers');
  const usd = (amount: string | number | null) => (amount === null ? t('customers_desk.limits.none') : dollars(String(amount), locale));
  const used = { order_usd: undefined, day_usd: card.used.day_usd, month_usd: card.used.month_usd };
  return (
    <section className="sheet" aria-labelledby="customer-limits">
      <h2 id="customer-limits">{t('customers_desk.limits.title')}</h2>
      <dl className="facts">
        {NAMES.map((name) => (
          <div key={name}>
            <dt>{t(`customers_desk.limits.${name}`)}</dt>
            <dd>
              {usd(card.limits[name])}
              {used[name] == null ? null : <span className="dim"> {t('customers_desk.limits.used', { amount: usd(used[name]) })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <FormButton label={t('customers_desk.limits.change')} isOffered={mayChange}>
        {(close) => <LimitsForm id={id} card={card} onClose={close} />}
      </FormButton>
    </section>
  );
}
