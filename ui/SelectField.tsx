import { useId, type ChangeEvent } from 'react';

export interface SelectFieldProps {
  readonly label: string;
  readonly name: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Label of the empty option; absent: a choice is required. */
  readonly all?: string | undefined;
  /** Makes the field controlled: `value` is then the current choice. */
  readonly onChoose?: (value: string) => void;
}

/** A native select: works without scripts, by keyboard and on phones. */
export function SelectField({ label, name, value, options, all, onChoose }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        name={name}
        {...(onChoose === undefined
          ? { defaultValue: value ?? '' }
          : { value: value ?? '', onChange: (event: ChangeEvent<HTMLSelectElement>) => onChoose(event.target.value) })}
        className="block min-h-12 w-full rounded-tray border border-edge bg-sheet px-3 text-base hover:border-ink"
      >
        {all === undefined ? null : <option value="">{all}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
