import { type InputHTMLAttributes, useId } from 'react';
import { type ButtonTone, buttonLook } from './Button.tsx';

export interface FileButtonProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  /** Text of the button. */
  readonly label: string;
  /** Id of a heading that names the purpose of the file, where the label does not. */
  readonly headingId?: string;
  readonly tone?: ButtonTone;
}

/** File input. The native field has the language of the browser, not of the page: it is hidden beneath a button. */
export function FileButton({ label, headingId, tone = 'plain', className = '', ...input }: FileButtonProps) {
  const id = useId();
  return (
    <label
      className={`${buttonLook(tone)} relative cursor-pointer has-disabled:cursor-not-allowed has-disabled:opacity-55 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-action ${className}`}
    >
      <span id={id}>{label}</span>
      <input type="file" className="sr-only" {...(headingId === undefined ? {} : { 'aria-labelledby': `${headingId} ${id}` })} {...input} />
    </label>
  );
}
