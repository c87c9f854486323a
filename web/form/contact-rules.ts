import { checkPhone } from '#core/account/profile.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { required, type Rule } from './rules.ts';

const INVALID_EMAIL = { code: 'invalid_format', message: 'invalid_email' } as const;

/** Spec 5: "Enter a valid email"; an empty field is accepted. */
export const optionalEmail: Rule = (value) => (value.trim() === '' || normaliseEmail(value) !== undefined ? null : INVALID_EMAIL);

export const requiredEmail: Rule = (value, form) => required(value, form) ?? optionalEmail(value, form);

export const optionalPhone: Rule = (value) => {
  const checked = checkPhone(value);
  return checked.ok ? null : (checked.refusals[0] ?? null);
};
