import { isOperatorRole } from './access.ts';
import { isCommonPassword } from './common-passwords.ts';
import type { Refusal } from './refusal.ts';
import { checkPasswordShape } from './password-shape.ts';
import { refuse, accept, type Result } from './result.ts';

export type NewPasswordRefusal = 'required' | 'too_short' | 'invalid_format';

/**
 * Whether a password may be set (spec 5): at least eight characters with lower-case and upper-case Latin letters and digits, for whoever
 * works here (by his role) a special symbol as well; none of those everybody guesses first, and not the person's own address.
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

interface TypedTwice {
  readonly password: string;
  readonly confirmation: string;
  readonly email: string;
  readonly role?: string;
}

/** A new password typed twice: everything that is wrong with both fields at once. */
export function newPasswordProblems({ password, confirmation, email, role }: TypedTwice): readonly Refusal<NewPasswordRefusal>[] {
  const checked = password === '' ? refuse({ code: 'required', field: 'password' }) : checkPassword(password, email, role);
  const problems: Refusal<NewPasswordRefusal>[] = checked.ok ? [] : [...checked.refusals];
  const field = 'password_confirmation';
  if (confirmation === '') problems.push({ code: 'required', field });
  else if (password !== '' && password !== confirmation) problems.push({ code: 'invalid_format', field, message: 'passwords_differ' });
  return problems;
}

/** How long a good password is, and one that nobody has to worry about. */
const GOOD = 12;
const STRONG = 16;

/** How good a password is, for whoever is thinking of one; `refused`: `checkPassword` would refuse it. Length is what counts. */
export function passwordStrength(password: string, email: string): 'refused' | 'fair' | 'good' | 'strong' {
  if (!checkPassword(password, email).ok) return 'refused';
  const signs = new Set(password).size;
  const { length } = [...password];
  if (length >= STRONG && signs >= GOOD / 2) return 'strong';
  return length >= GOOD && signs >= GOOD / 2 ? 'good' : 'fair';
}
