import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useFieldError } from './field-errors.ts';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  /** Describes a valid value; replaced by the error. */
  readonly hint?: ReactNode;
  /** What is wrong and how to correct it. */
  readonly error?: string | undefined;
  /** Buttons at the end of the field. */
  readonly inside?: ReactNode;
}

/** A labelled field with its hint or error, linked for screen readers. */
export function TextField({ label, hint, error: serverError, className = '', inside, ...input }: TextFieldProps) {
  const id = useId();
  const error = useFieldError(input.name, serverError);
  const noteId = `${id}-note`;
  const hasNote = error !== undefined || hint !== undefined;
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      {/* One element with and without buttons: the field keeps its focus when they are loaded */}
      <div className="relative">
        <input
          id={id}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={hasNote ? noteId : undefined}
          className="figures block min-h-12 w-full rounded-tray border border-edge bg-sheet px-3 text-base placeholder:text-muted hover:border-ink disabled:border-dashed disabled:bg-well disabled:text-muted disabled:hover:border-edge aria-invalid:border-loss aria-invalid:bg-loss-tint not-last:pr-12 has-[+*>button+button]:pr-24"
          {...input}
        />
        {inside}
      </div>
      {hasNote ? (
        <p id={noteId} className={`mt-1 text-sm wrap-anywhere ${error === undefined ? 'text-muted' : 'text-loss'}`}>
          {error ?? hint}
        </p>
      ) : null}
    </div>
  );
}
