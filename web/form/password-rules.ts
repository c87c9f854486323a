import { checkPassword } from '#core/security/password.ts';
import type { Rule } from '#web/form/rules.ts';

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** A new password (spec 5); `email`: the account's, for forms without an e-mail field. */
export const newPassword =
  (email = ''): Rule =>
  (value, form) => {
    if (value === '') return { code: 'required' };
    const checked = checkPassword(value, email || textIn(form, 'email'));
    return checked.ok ? null : (checked.refusals[0] ?? null);
  };

/** Spec 5: "Passwords do not match". */
export const passwordAgain: Rule = (value, form) => {
  const password = textIn(form, 'password');
  if (value === '') return { code: 'required' };
  return password === '' || value === password ? null : { code: 'invalid_format', message: 'passwords_differ' };
};
