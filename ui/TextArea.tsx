import { type ReactNode, type TextareaHTMLAttributes, useId } from 'react';
import { useFieldError } from './field-errors.ts';

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id'> {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** A labelled multi-line field with its hint or error. */
export function TextArea({ label, hint, error: serverError, ...area }: TextAreaProps) {
  const id = useId();
  const error = useFieldError(area.name, serverError);
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        aria-invalid={error === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="block w-full rounded-tray border border-edge bg-sheet px-3 py-2 text-base hover:border-ink aria-invalid:border-loss aria-invalid:bg-loss-tint"
        {...area}
      />
      {note === undefined ? null : (
        <p id={`${id}-note`} className={`mt-1 text-sm wrap-anywhere ${error === undefined ? 'text-muted' : 'text-loss'}`}>
          {note}
        </p>
      )}
    </div>
  );
}
