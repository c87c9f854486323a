import { useId } from 'react';
import { useFieldError } from './field-errors.ts';
import { Star } from './Stars.tsx';

export interface RatingFieldProps {
  readonly legend: string;
  readonly name: string;
  /** Accessible name of a number of stars. */
  readonly labelOf: (stars: number) => string;
  readonly defaultValue?: number | undefined;
  readonly error?: string | undefined;
}

/** One to five stars as radio buttons. The stars before the chosen one are filled by CSS, without a script. */
export function RatingField({ legend, name, labelOf, defaultValue, error: serverError }: RatingFieldProps) {
  const noteId = useId();
  const error = useFieldError(name, serverError);
  return (
    <fieldset aria-describedby={error === undefined ? undefined : noteId}>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex gap-1">
        {[1, 2, 3, 4, 5].map((stars) => (
          <label
            key={stars}
            className="group relative grid size-12 cursor-pointer place-items-center rounded-tray border border-edge bg-sheet text-muted hover:border-ink has-checked:border-action has-checked:text-action has-[~label_:checked]:text-action has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action"
          >
            <input
              type="radio"
              name={name}
              value={stars}
              required
              defaultChecked={defaultValue === stars}
              aria-label={labelOf(stars)}
              className="absolute inset-0 size-full cursor-pointer appearance-none rounded-tray outline-none"
            />
            <Star className="pointer-events-none size-7 [&>path]:group-has-checked:fill-current [&>path]:group-has-[~label_:checked]:fill-current" />
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={noteId} className="mt-1 text-sm text-loss">
          {error}
        </p>
      )}
    </fieldset>
  );
}
