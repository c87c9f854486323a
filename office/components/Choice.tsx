export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly labelOf: (value: T) => string;
  readonly onChoose: (value: T) => void;
}

/** A choice of a few options, side by side. */
export function Choice<T extends string>({ label, values, value, labelOf, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className="views">
      <legend className="unseen">{label}</legend>
      {values.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
          {labelOf(option)}
        </button>
      ))}
    </fieldset>
  );
}
