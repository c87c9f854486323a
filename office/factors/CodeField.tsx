import { type Ref, useId } from 'react';
import { TextInput } from '#office/form/fields.tsx';

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Six digits of an app, or a recovery code in letters. */
  readonly isTotp: boolean;
  readonly field?: Ref<HTMLInputElement>;
}

/** A code from somewhere else: telephones offer the right keys, password managers fill it in. */
export function CodeField({ label, value, onChange, isTotp, field }: CodeFieldProps) {
  const id = useId();
  return (
    <TextInput
      id={id}
      label={label}
      {...(field === undefined ? {} : { ref: field })}
      className="code-field"
      name={isTotp ? 'totp' : 'recovery-code'}
      autoComplete="one-time-code"
      inputMode={isTotp ? 'numeric' : 'text'}
      autoCapitalize="off"
      spellCheck={false}
      required
      maxLength={isTotp ? 8 : 24}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
