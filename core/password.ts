import { isOperatorRole } from './access.ts';
import { isCommonPassword } from './common-passwords.ts';
import { refuse, accept, type Result } from './result.ts';

const MIN = 8;
/**
 * Whether a password may be set (spec 5): at least eight characters with lower-case and upper-case Latin letters and digits, for whoever
 * works here (by his role) a special symbol as well; none of those everybody guesses first, and not the person's own address.
 */
export function checkPassword(password: string, email: string, role = 'customer'): Result<null, 'too_short' | 'invalid_format'> {
  if ([...password].length < MIN) return refuse({ code: 'too_short', field: 'password', params: { min: MIN } });
  const hasAll = /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password);
  const needsSymbol = isOperatorRole(role);
  const lacksSymbol = needsSymbol && !/[^\p{L}\p{N}]/u.test(password);
  const message = needsSymbol ? 'weak_password_special' : 'weak_password';
  if (!hasAll || lacksSymbol) return refuse({ code: 'invalid_format', field: 'password', message });
  const plain = password.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const name = (email.toLowerCase().split('@')[0] ?? '').replaceAll(/[^a-z\d]/g, '');
  const isOwnName = name.length >= 4 && plain.replaceAll(/\d/g, '') === name.replaceAll(/\d/g, '');
  if (isOwnName || isCommonPassword(password)) return refuse({ code: 'invalid_format', field: 'password', message: 'common_password' });
  return accept(null);
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
