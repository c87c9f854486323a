import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useFieldError } from './field-errors.ts';

export interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  readonly label: ReactNode;
  readonly error?: string | undefined;
}

/** A checkbox whose label may contain a link. */
export function CheckField({ label, error: serverError, className = '', ...input }: CheckFieldProps) {
  const id = useId();
  const error = useFieldError(input.name, serverError);
  return (
    <div className={className}>
      <div className="flex items-start gap-3">
        <input
          id={id}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : `${id}-note`}
          className="mt-0.5 size-5 shrink-0 cursor-pointer"
          {...input}
        />
        <label htmlFor={id} className="text-sm leading-6">
          {label}
        </label>
      </div>
      {error === undefined ? null : (
        <p id={`${id}-note`} className="mt-1 pl-8 text-sm text-loss wrap-anywhere">
          {error}
        </p>
      )}
    </div>
  );
}
