import { Checkbox, type InputWrapperProps } from '@mantine/core';
import { MARK_TINTS } from '#core/brand/mark.ts';
import type { ColumnKind, ColumnRule } from '#core/catalogue/columns.ts';
import { COUNTRY_CODES } from '#core/country/countries.ts';
import { PAYMENT_SYSTEM_KINDS, PAYMENT_SYSTEM_STAGES } from '#core/payment-system/payment-system.ts';
import { REQUISITE_FIELD_KINDS } from '#core/payment-system/requisite-field.ts';
import { countryName } from '#office/countries/country-rule.ts';
import { MultiSelect, NativeSelect, TextInput } from '#office/form/fields.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { useForm } from './form.ts';

/** Choices of a column; labels are `catalogue_desk.choice.<column>.<value>`. */
export const CHOICES: Readonly<Record<string, readonly string[]>> = {
  kind: PAYMENT_SYSTEM_KINDS,
  stage: PAYMENT_SYSTEM_STAGES,
  rate_type: ['fixed', 'floating'],
  field_kind: REQUISITE_FIELD_KINDS,
  tint: MARK_TINTS,
};

const INPUT_MODES: Readonly<Partial<Record<ColumnKind, 'decimal' | 'numeric'>>> = {
  percent: 'decimal',
  amount: 'decimal',
  income_amount: 'decimal',
  outcome_amount: 'decimal',
  minutes: 'numeric',
  whole: 'numeric',
};

/** Texts below the input: inputs of one row stay aligned. */
const ORDER: NonNullable<InputWrapperProps['inputWrapperOrder']> = ['label', 'input', 'description', 'error'];

interface CellProps {
  readonly label: string;
  readonly kind: ColumnKind;
  /** Name in `CHOICES`; absent: no fixed choice. */
  readonly choice?: string | undefined;
  /** Choices without translated labels. */
  readonly names?: readonly string[] | undefined;
  readonly value: string;
  readonly problem: string | undefined;
  readonly hint?: string | undefined;
  readonly isDisabled?: boolean;
  readonly onChange: (text: string) => void;
}

/** One cell as a checkbox, a select or a text field, by its kind. */
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
    const offered = values.map((option) => ({
      value: option,
      label: choice === undefined ? option : t(`catalogue_desk.choice.${choice}.${option}`),
    }));
    const options = values.includes(value) ? offered : [{ value, label: value }, ...offered];
    return (
      <NativeSelect
        label={label}
        description={hint}
        inputWrapperOrder={ORDER}
        error={error}
        disabled={isDisabled}
        value={value}
        data={options}
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

/** Between the codes of one cell. */
const SEPARATOR = '|';

/** Countries chosen by name; the cell holds their codes. */
function CountriesField({ column: { name, member } }: { readonly column: ColumnRule }) {
  const translation = useTranslation();
  const { t, locale } = translation;
  const form = useForm();
  const problem = form.problems[member];
  const codes = (form.cells[name] ?? '').split(SEPARATOR).filter((code) => code !== '');
  const knownCountries = COUNTRY_CODES.map((code) => ({ value: code, label: countryName(code, translation) }));
  // Unknown codes are listed too, so that they can be removed
  const unknown = codes.filter((code) => !COUNTRY_CODES.includes(code)).map((code) => ({ value: code, label: code }));
  return (
    <MultiSelect
      label={t(`catalogue_desk.column.${name}`)}
      searchable
      selectFirstOptionOnChange
      clearable
      data={[...unknown, ...knownCountries.toSorted((a, b) => a.label.localeCompare(b.label, locale))]}
      value={codes}
      error={problem === undefined ? undefined : t(`catalogue_desk.problem.${problem}`)}
      disabled={form.isReadOnly || form.lock(name) !== undefined}
      nothingFoundMessage={t('catalogue_desk.no_country')}
      onChange={(next) => form.change(name, next.join(SEPARATOR))}
    />
  );
}

/** The field of one column: label, value, problem and lock. */
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
      problem={form.problems[member]}
      hint={lock ?? (hint === hintKey ? undefined : hint)}
      isDisabled={form.isReadOnly || lock !== undefined}
      onChange={(text) => form.change(name, text)}
    />
  );
}
