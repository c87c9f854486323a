import { Checkbox, type InputWrapperProps } from '@mantine/core';
import type { ColumnKind, ColumnRule } from '#core/catalogue/columns.ts';
import { NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { CountriesField } from './CountriesField.tsx';
import { CHOICES } from './choices.ts';
import { useForm } from './form.ts';

const INPUT_MODES: Readonly<Partial<Record<ColumnKind, 'decimal' | 'numeric'>>> = {
  percent: 'decimal',
  amount: 'decimal',
  income_amount: 'decimal',
  outcome_amount: 'decimal',
  minutes: 'numeric',
  whole: 'numeric',
};

/** Words below the field: beside each other, fields stand in a line whether or not they have any. */
const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

export interface CellProps {
  readonly label: string;
  readonly kind: ColumnKind;
  /** Name in `CHOICES`; absent: no fixed choice. */
  readonly choice?: string | undefined;
  /** Offered by name. */
  readonly names?: readonly string[] | undefined;
  readonly value: string;
  readonly problem: string | undefined;
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onChange: (text: string) => void;
}

/** One member in the field that suits it. */
export function Cell({ label, kind, choice, names, value, problem, hint, isDisabled = false, onChange }: CellProps) {
  const { t } = useTranslation();
  const error = problem === undefined ? undefined : t(`catalogue_desk.problem.${problem}`);
  if (kind === 'flag') {
    return (
      <Checkbox
        className="form-flag"
        label={label}
        description={hint}
        error={error}
        disabled={isDisabled}
        checked={value === '1'}
        onChange={(event) => onChange(event.currentTarget.checked ? '1' : '0')}
      />
    );
  }
  const values = choice === undefined ? names : CHOICES[choice];
  if (values !== undefined) {
    const offered = values.map((one) => ({ value: one, label: choice === undefined ? one : t(`catalogue_desk.choice.${choice}.${one}`) }));
    const known = values.includes(value) ? offered : [{ value, label: value }, ...offered];
    return (
      <NativeSelect
        label={label}
        description={hint}
        inputWrapperOrder={ORDER}
        error={error}
        disabled={isDisabled}
        value={value}
        data={known}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  return (
    <TextInput
      label={label}
      description={hint}
      inputWrapperOrder={ORDER}
      error={error}
      disabled={isDisabled}
      autoComplete="off"
      spellCheck={false}
      inputMode={INPUT_MODES[kind] ?? 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A field of the form by its column: label, value, what is wrong with it, why it is closed. */
export function Field({ column }: { readonly column: ColumnRule }) {
  const { t } = useTranslation();
  const form = useForm();
  const { name, member, kind } = column;
  if (name === 'denied_countries') return <CountriesField column={column} />;
  const lock = form.lock(name);
  const hintKey = `catalogue_desk.hint.${name}`;
  const hint = t(hintKey);
  return (
    <Cell
      label={t(`catalogue_desk.column.${name}`)}
      kind={kind}
      choice={Object.hasOwn(CHOICES, name) ? name : undefined}
      names={form.names(name)}
      value={form.cells[name] ?? ''}
      problem={form.wrongs[member]}
      hint={lock ?? (hint === hintKey ? undefined : hint)}
      isDisabled={form.isReadOnly || lock !== undefined}
      onChange={(text) => form.change(name, text)}
    />
  );
}
