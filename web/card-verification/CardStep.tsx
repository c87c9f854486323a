import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useFieldError } from '#ui/field-errors.ts';
import { CheckedForm } from '#web/form/CheckedForm.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { type CardField, type CardForm, CARD_RULES, readBanks } from './cards.ts';

interface Bank {
  readonly id: string;
  readonly name: string;
}

/** Banks that issue cards; empty until loaded. */
function useBanks(): readonly Bank[] {
  const { locale } = useTranslation();
  const [banks, setBanks] = useState<readonly Bank[]>([]);
  useEffect(() => {
    let isMounted = true;
    const load = async () => {
      const response = await readBanks(locale);
      if (isMounted && response.ok) setBanks(response.data.map(({ id, attributes }) => ({ id, name: attributes.name })));
    };
    void load();
    return () => void (isMounted = false);
  }, [locale]);
  return banks;
}

interface CardStepProps {
  readonly form: CardForm;
  /** Masked number of the card that the order is paid from; null: there is no order. */
  readonly masked: string | null;
  /** Error messages of the server, by field. */
  readonly errors: Readonly<Partial<Record<CardField, string>>>;
  readonly onChange: (form: CardForm) => void;
  readonly onNext: () => void;
}

/** Step 1: number of the card, name on it and its bank. */
export function CardStep({ form, masked, errors, onChange, onNext }: CardStepProps) {
  const { t } = useTranslation();
  const banks = useBanks();
  const change = (field: CardField, value: string) => onChange({ ...form, [field]: value });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onNext();
  };
  return (
    <CheckedForm rules={CARD_RULES} className="grid gap-5" onSubmit={submit}>
      <TextField
        label={t('card_verification.card_number')}
        name="card_number"
        inputMode="numeric"
        autoComplete="cc-number"
        required
        hint={masked === null ? t('card_verification.card_number_hint') : t('card_verification.card_number_end', { masked })}
        value={form.card_number}
        error={errors.card_number}
        onChange={(event) => change('card_number', event.currentTarget.value)}
      />
      <TextField
        label={t('card_verification.name')}
        name="name"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        required
        hint={t('card_verification.name_hint')}
        value={form.name}
        error={errors.name}
        onChange={(event) => change('name', event.currentTarget.value)}
      />
      <BankField
        banks={banks}
        value={form.issuing_bank_id}
        error={errors.issuing_bank_id}
        onChange={(id) => change('issuing_bank_id', id)}
      />
      <Button type="submit" tone="action">
        {t('card_verification.next')}
      </Button>
    </CheckedForm>
  );
}

interface BankProps {
  readonly banks: readonly Bank[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

function BankField({ banks, value, error: serverError, onChange }: BankProps) {
  const { t } = useTranslation();
  const id = useId();
  const error = useFieldError('issuing_bank_id', serverError);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t('card_verification.bank')}
      </label>
      <select
        id={id}
        name="issuing_bank_id"
        required
        value={value}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={error === undefined ? undefined : `${id}-note`}
        className="block min-h-12 w-full rounded-tray border border-edge bg-sheet px-3 text-base hover:border-ink aria-invalid:border-loss aria-invalid:bg-loss-tint"
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{t('card_verification.bank_choose')}</option>
        {banks.map((bank) => (
          <option key={bank.id} value={bank.id}>
            {bank.name}
          </option>
        ))}
      </select>
      {error === undefined ? null : (
        <p id={`${id}-note`} className="mt-1 text-sm text-loss">
          {error}
        </p>
      )}
    </div>
  );
}
