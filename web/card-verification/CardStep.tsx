import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { type CardField, type CardForm, CARD_FORM_FIELDS, cardProblems } from './card-form.ts';
import { readBanks } from './wire.ts';

interface Bank {
  readonly id: string;
  readonly name: string;
}

/** Who issues cards; empty until it is read. */
function useBanks(): readonly Bank[] {
  const { locale } = useWords();
  const [banks, setBanks] = useState<readonly Bank[]>([]);
  useEffect(() => {
    let isHere = true;
    const read = async () => {
      const answer = await readBanks(locale);
      if (isHere && answer.ok) setBanks(answer.data.map(({ id, attributes }) => ({ id, name: attributes.name })));
    };
    void read();
    return () => void (isHere = false);
  }, [locale]);
  return banks;
}

interface Props {
  readonly form: CardForm;
  /** The card that the order is paid from, as far as it is shown; null where there is no order. */
  readonly masked: string | null;
  /** What the server has said of fields. */
  readonly said: Readonly<Partial<Record<CardField, string>>>;
  readonly onChange: (form: CardForm) => void;
  readonly onNext: () => void;
}

/** Step 1: whose card it is. */
export function CardStep({ form, masked, said, onChange, onNext }: Props) {
  const { t } = useWords();
  const banks = useBanks();
  const [found, setFound] = useState<Partial<Record<CardField, string>>>({});
  const fields = useRef<HTMLFormElement>(null);
  const errorOf = (field: CardField): string | undefined => (found[field] === undefined ? said[field] : t(found[field]));
  const change = (field: CardField, value: string) => {
    setFound(({ [field]: _old, ...rest }) => rest);
    onChange({ ...form, [field]: value });
  };
  const next = (event: FormEvent) => {
    event.preventDefault();
    const problems = cardProblems(form);
    setFound(problems);
    const first = CARD_FORM_FIELDS.find((field) => problems[field] !== undefined);
    if (first === undefined) return onNext();
    fields.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  };
  return (
    <form ref={fields} noValidate className="grid gap-5" onSubmit={next}>
      <TextField
        label={t('card_verification.card_number')}
        name="card_number"
        inputMode="numeric"
        autoComplete="cc-number"
        required
        hint={masked === null ? t('card_verification.card_number_hint') : t('card_verification.card_number_end', { masked })}
        value={form.card_number}
        error={errorOf('card_number')}
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
        error={errorOf('name')}
        onChange={(event) => change('name', event.currentTarget.value)}
      />
      <BankField
        banks={banks}
        value={form.issuing_bank_id}
        error={errorOf('issuing_bank_id')}
        onChange={(id) => change('issuing_bank_id', id)}
      />
      <Button type="submit" tone="action">
        {t('card_verification.next')}
      </Button>
    </form>
  );
}

interface BankProps {
  readonly banks: readonly Bank[];
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (id: string) => void;
}

function BankField({ banks, value, error, onChange }: BankProps) {
  const { t } = useWords();
  const id = useId();
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
