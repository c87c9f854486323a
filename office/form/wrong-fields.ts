import type { Refusal } from '#core/refusal.ts';
import { normaliseEmail } from '#core/requisites/email.ts';

/** The facts about a field that decide whether it can be sent. */
export interface FilledField {
  readonly type: string;
  readonly isRequired: boolean;
  readonly value: string;
  /** The browser cannot read what is typed: half a date, letters in a number. */
  readonly isUnreadable: boolean;
}

const INVALID_EMAIL = { code: 'invalid_format', message: 'invalid_email' } as const;

/** Why a field cannot be sent, by the specification (spec 5); null: it can. */
export function refusalOf({ type, isRequired, value, isUnreadable }: FilledField): Refusal | null {
  if (isUnreadable) return { code: 'invalid_format' };
  // Spaces count in a password
  const isEmpty = (type === 'password' ? value : value.trim()) === '';
  if (isEmpty) return isRequired ? { code: 'required' } : null;
  return type === 'email' && normaliseEmail(value) === undefined ? INVALID_EMAIL : null;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** A file field is a button; the input behind it carries the button's id. */
const idOf = (control: Control): string => control.dataset['field'] ?? control.id;

/** Every field of a form that cannot be sent, by its id, in the order of the page. */
export function wrongFields(form: HTMLFormElement): ReadonlyMap<string, Refusal> {
  const wrong = new Map<string, Refusal>();
  for (const control of [...form.elements].filter(isControl)) {
    const { type, required, value, validity, disabled } = control;
    const refusal = disabled ? null : refusalOf({ type, isRequired: required, value, isUnreadable: validity.badInput });
    if (refusal !== null) wrong.set(idOf(control), refusal);
  }
  return wrong;
}
