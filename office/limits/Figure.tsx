import { TextInput } from '#office/form/fields.tsx';
export interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly isLocked: boolean;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** One whole number. */
export function Figure({ label, value, error, isLocked, placeholder, onChange }: FigureProps) {
  return (
    <TextInput
      label={label}
      inputMode="numeric"
      autoComplete="off"
      maxLength={16}
      className="figures"
      value={value}
      error={error}
      readOnly={isLocked}
      placeholder={placeholder}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
