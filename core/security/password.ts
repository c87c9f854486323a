import { isOperatorRole } from '#core/access/access.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { Refusal } from '#core/refusal.ts';
import { checkPasswordShape } from './password-shape.ts';
import { refuse, accept, type Result } from '#core/result.ts';

export type NewPasswordRefusal = 'required' | 'too_short' | 'invalid_format';

/**
 * Whether a password may be set (spec 5): eight characters, Latin upper and lower case, digits; for staff a special symbol; no common
 * password, no name of the own address.
 */
export function checkPassword(password: string, email: string, role = 'customer'): Result<null, 'too_short' | 'invalid_format'> {
  const shape = checkPasswordShape(password, { needsSymbol: isOperatorRole(role) });
  if (!shape.ok) return shape;
  const plain = password.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const name = (email.toLowerCase().split('@')[0] ?? '').replaceAll(/[^a-z\d]/g, '');
  const isOwnName = name.length >= 4 && plain.replaceAll(/\d/g, '') === name.replaceAll(/\d/g, '');
  if (isOwnName || isCommonPassword(password)) return refuse({ code: 'invalid_format', field: 'password', message: 'common_password' });
  return accept(null);
}

interface NewPasswordInput {
  readonly password: string;
  readonly confirmation: string;
  readonly email: string;
  readonly role?: string;
}

/** Everything that is wrong with a new password and its confirmation. */
export function newPasswordProblems({ password, confirmation, email, role }: NewPasswordInput): readonly Refusal<NewPasswordRefusal>[] {
  const checked = password === '' ? refuse({ code: 'required', field: 'password' }) : checkPassword(password, email, role);
  const problems: Refusal<NewPasswordRefusal>[] = checked.ok ? [] : [...checked.refusals];
  const field = 'password_confirmation';
  if (confirmation === '') problems.push({ code: 'required', field });
  else if (password !== '' && password !== confirmation) problems.push({ code: 'invalid_format', field, message: 'passwords_differ' });
  return problems;
}

/** Lengths of a good and of a strong password, in characters. */
const GOOD_LENGTH = 12;
const STRONG_LENGTH = 16;

/** Strength shown while a password is typed, by its length; `refused`: `checkPassword` would refuse it. */
export function passwordStrength(password: string, email: string): 'refused' | 'fair' | 'good' | 'strong' {
  if (!checkPassword(password, email).ok) return 'refused';
  const differentCharacters = new Set(password).size;
  const { length } = [...password];
  if (length >= STRONG_LENGTH && differentCharacters >= GOOD_LENGTH / 2) return 'strong';
  return length >= GOOD_LENGTH && differentCharacters >= GOOD_LENGTH / 2 ? 'good' : 'fair';
}
