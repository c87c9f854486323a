import {
  FileInput as MantineFileInput,
  type FileInputProps,
  NativeSelect as MantineNativeSelect,
  type NativeSelectProps,
  PasswordInput as MantinePasswordInput,
  type PasswordInputProps,
  Select as MantineSelect,
  type SelectProps,
  Textarea as MantineTextarea,
  type TextareaProps,
  TextInput as MantineTextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useFound } from './found-wrong.ts';

interface FieldState {
  readonly id?: string | undefined;
  readonly value?: unknown;
  readonly error?: ReactNode;
}

/** What the form has found wrong stands at the field; else what the server has refused. */
function useChecked({ id: given, value, error }: FieldState) {
  const { id, problem } = useFound(given, value);
  return { id, error: problem ?? error };
}

// The fields of the office: the component library's, told by their form (`CheckedForm.tsx`) what is wrong with them.

export const TextInput = (props: TextInputProps) => <MantineTextInput {...props} {...useChecked(props)} />;

export const Textarea = (props: TextareaProps) => <MantineTextarea {...props} {...useChecked(props)} />;

/** The library does not tell screen readers that a password is wrong. */
export function PasswordInput(props: PasswordInputProps) {
  const checked = useChecked(props);
  return <MantinePasswordInput {...props} {...checked} {...(checked.error ? { 'aria-invalid': true } : {})} />;
}

export const Select = (props: SelectProps) => <MantineSelect {...props} {...useChecked(props)} />;

export const NativeSelect = (props: NativeSelectProps) => <MantineNativeSelect {...props} {...useChecked(props)} />;

/** A button with the input behind it: that one is what must not stay empty. */
export function FileInput({ required = false, ...props }: FileInputProps) {
  const { id, error } = useChecked(props);
  const behind = { required, 'data-field': id };
  return (
    <MantineFileInput {...props} id={id} error={error} withAsterisk={required} fileInputProps={{ ...props.fileInputProps, ...behind }} />
  );
}
