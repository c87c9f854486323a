export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly words: (value: T) => string;
  readonly onChoose: (value: T) => void;
}

/** One of a few, side by side. */
export function Choice<T extends string>({ label, values, value, words, onChoose }: ChoiceProps<T>) {
  return (
    <fieldset className="views">
      <legend className="unseen">{label}</legend>
      {values.map((one) => (
        <button key={one} type="button" aria-pressed={one === value} onClick={() => onChoose(one)}>
          {words(one)}
        </button>
      ))}
    </fieldset>
  );
}
