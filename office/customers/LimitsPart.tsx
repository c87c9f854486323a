import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import { type CustomerCardAttributes, officeSetCustomerLimits } from '#contract/office-customer-desk.ts';
import { useApi } from '#office/api/use-api.ts';
import { dollars } from '#office/format/figure.ts';
import { DeedForm } from '#office/pieces/DeedForm.tsx';
import { useOperator } from '#office/shell/operator.ts';
import { useWords } from '#office/words/Words.tsx';
import { useCardDeed } from './use-card-deed.ts';

const NAMES = ['order_usd', 'day_usd', 'month_usd'] as const;
type Draft = Readonly<Record<(typeof NAMES)[number], number | null>>;

interface LimitsPartProps {
  readonly id: string;
  readonly card: CustomerCardAttributes;
}

function LimitsForm({ id, card, onClose }: LimitsPartProps & { readonly onClose: () => void }) {
  const api = useApi();
  const { t } = useWords();
  const { version, ...limits } = card.limits;
  const [draft, setDraft] = useState<Draft>(limits);
  // What was read when it was opened: whoever has changed it meanwhile is not overwritten
  const [opened] = useState(version);
  const setting = useCardDeed(
    (note: string, idempotencyKey) =>
      api(officeSetCustomerLimits, { params: { id }, body: { ...draft, version: opened, note }, idempotencyKey }),
    onClose,
  );
  return (
    <DeedForm
      what={t('customers_desk.limits.hint')}
      submit={t('customers_desk.limits.save')}
      note={{ label: t('customers_desk.note'), isRequired: true }}
      isBusy={setting.isPending}
      error={setting.error}
      onSubmit={(note) => setting.mutate(note)}
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
          value={draft[name] ?? ''}
          onChange={(value) => setDraft((before) => ({ ...before, [name]: typeof value === 'number' ? value : null }))}
        />
      ))}
    </DeedForm>
  );
}

/** A customer's own limits beside what has come from him. */
export function LimitsPart({ id, card }: LimitsPartProps) {
  const { t, locale } = useWords();
  const mayChange = useOperator().actions.includes('change_customers');
  const [isOpen, setOpen] = useState(false);
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
      {isOpen ? (
        <LimitsForm id={id} card={card} onClose={() => setOpen(false)} />
      ) : mayChange ? (
        <Button size="xs" variant="default" onClick={() => setOpen(true)}>
          {t('customers_desk.limits.change')}
        </Button>
      ) : null}
    </section>
  );
}
