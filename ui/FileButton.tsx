import { type InputHTMLAttributes, useId } from 'react';
import { type ButtonTone, buttonLook } from './Button.tsx';

export interface FileButtonProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  /** What stands on the button. */
  readonly label: string;
  /** The id of a heading that says what the file is for, where the button does not. */
  readonly headingId?: string;
  readonly tone?: ButtonTone;
}

/** Chooses a file. The browser's own field speaks the browser's language, not the page's: it lies unseen beneath a button with our words. */
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
