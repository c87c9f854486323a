import { refuse, accept, type Result } from '#core/result.ts';

const MIN = 8;

/** The length and characters of a password (spec 5): at least eight characters with lower-case and upper-case Latin letters and digits, for some a special symbol as well. */
export function checkPasswordShape(
  password: string,
  { needsSymbol = false }: { readonly needsSymbol?: boolean } = {},
): Result<null, 'too_short' | 'invalid_format'> {
  if ([...password].length < MIN) return refuse({ code: 'too_short', field: 'password', params: { min: MIN } });
  const hasAll = /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password);
  const lacksSymbol = needsSymbol && !/[^\p{L}\p{N}]/u.test(password);
  const message = needsSymbol ? 'weak_password_special' : 'weak_password';
  return !hasAll || lacksSymbol ? refuse({ code: 'invalid_format', field: 'password', message }) : accept(null);
}
