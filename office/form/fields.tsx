import {
  type CheckboxProps,
  type FileInputProps,
  type MultiSelectProps,
  Checkbox as MantineCheckbox,
  FileInput as MantineFileInput,
  MultiSelect as MantineMultiSelect,
  NativeSelect as MantineNativeSelect,
  NumberInput as MantineNumberInput,
  PasswordInput as MantinePasswordInput,
  Select as MantineSelect,
  Textarea as MantineTextarea,
  TextInput as MantineTextInput,
  type NativeSelectProps,
  type NumberInputProps,
  type PasswordInputProps,
  type SelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { fileRefusal, type FileRule } from '#core/file/file-rules.ts';
import { sendByKeys } from '#office/keyboard/use-keys.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { useFinding, useRefusal } from './FormProblem.tsx';

/** The member (or members) of the body that a field holds (`useFields`): the server's refusal of it is shown at the field. */
interface Bound {
  readonly field?: string | readonly string[] | undefined;
}

interface FieldProps extends Bound {
  readonly id?: string | undefined;
  readonly value?: unknown;
  readonly error?: ReactNode;
}

/** The props with the field's error: what the form has found wrong, else what the server has refused. */
function useChecked<Props extends FieldProps>({ field, ...props }: Props) {
  const { id, problem } = useFinding(props.id, props.value);
  const refusal = useRefusal(field);
  return { ...props, id, error: problem ?? refusal ?? props.error };
}

// The component library's fields, with the errors that their form (`CheckedForm.tsx`) or the server has found.

export const TextInput = (props: TextInputProps & Bound) => <MantineTextInput {...useChecked(props)} />;

/** Ctrl+Enter submits its form. */
export const Textarea = (props: TextareaProps & Bound) => <MantineTextarea onKeyDown={sendByKeys} {...useChecked(props)} />;

/** The library does not set `aria-invalid` on passwords. */
export function PasswordInput(props: PasswordInputProps & Bound) {
  const checked = useChecked(props);
  return <MantinePasswordInput {...checked} {...(checked.error ? { 'aria-invalid': true } : {})} />;
}

export function Select(props: SelectProps & Bound) {
  const { t } = useTranslation();
  return <MantineSelect clearButtonProps={{ 'aria-label': t('office.clear') }} {...useChecked(props)} />;
}

/** The search field inside is empty also when something is chosen: it is required only while nothing is. */
export function MultiSelect({ required = false, ...props }: MultiSelectProps & Bound) {
  const { t } = useTranslation();
  const isMissing = required && (props.value ?? []).length === 0;
  return (
    <MantineMultiSelect
      clearButtonProps={{ 'aria-label': t('office.clear') }}
      {...useChecked(props)}
      withAsterisk={required}
      required={isMissing}
    />
  );
}

export const NativeSelect = (props: NativeSelectProps & Bound) => <MantineNativeSelect {...useChecked(props)} />;

export const NumberInput = (props: NumberInputProps & Bound) => <MantineNumberInput {...useChecked(props)} />;

export const Checkbox = (props: Omit<CheckboxProps, 'value'> & Bound) => <MantineCheckbox {...useChecked(props)} />;

/** A button with a hidden input, which carries `required`. */
export function FileInput({ required = false, ...props }: FileInputProps & Bound) {
  const { t } = useTranslation();
  const { id, error, ...checked } = useChecked(props);
  const behind = { required, 'data-field': id };
  return (
    <MantineFileInput
      clearButtonProps={{ 'aria-label': t('office.clear') }}
      {...checked}
      id={id}
      error={error}
      withAsterisk={required}
      fileInputProps={{ ...props.fileInputProps, ...behind }}
    />
  );
}

/** Checks a file when it is chosen, with the server's messages; a wrong one is not passed on. */
export function useChosenFile(rule: FileRule, onFile: (file: File | null) => void) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | null) => {
    const refusal = file === null ? null : fileRefusal(file, rule);
    onFile(refusal === null ? file : null);
    if (refusal === null) return setProblem(null);
    await ensureMessages('refusals');
    setProblem(t(`refusals.detail.${refusal.message ?? refusal.code}`, refusal.params));
  };
  return { problem, choose: (file: File | null) => void choose(file) };
}
