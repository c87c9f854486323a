import { refuse, accept, type Result } from './result.ts';

const MIN = 8;
/** Those that every list of guesses begins with and that keep the rule of the specification. */
const COMMON: ReadonlySet<string> = new Set([
  'password1',
  'passw0rd',
  'qwerty123',
  'qwerty12',
  'qwerty1234',
  'abc12345',
  'abcd1234',
  'admin123',
  'admin1234',
  'welcome1',
  'welcome123',
  'letmein1',
  'iloveyou1',
  'monkey123',
  'dragon123',
  'football1',
  'baseball1',
  'superman1',
  'batman123',
  'sunshine1',
  'princess1',
  'master123',
  'shadow123',
  'michael1',
  'jordan23',
  'trustno1',
  'starwars1',
  'hello123',
  'charlie1',
  'donald123',
  'freedom1',
  'whatever1',
  'zaq12wsx',
  '1qaz2wsx',
  'q1w2e3r4',
  'q1w2e3r4t5',
  '1q2w3e4r',
  '1q2w3e4r5t',
  'qazwsx123',
  'asdf1234',
  'zxcvbnm1',
  'qwe12345',
  'qwertyuiop1',
  'password123',
  'password12',
  'passw0rd1',
  'p4ssw0rd',
  'changeme1',
  'secret123',
  'test1234',
  'user1234',
  'root1234',
  'pass1234',
  'qwer1234',
  'aa123456',
  'a1234567',
  'a12345678',
  'privet123',
  'parol123',
  'razmen123',
  'exchange1',
  'bitcoin1',
  'crypto123',
]); // prettier-ignore

/**
 * Whether a password may be set (spec 5): at least eight characters with lower-case and upper-case Latin letters and digits; none of
 * those everybody guesses first, and not the person's own address.
 */
export function checkPassword(password: string, email: string): Result<null, 'too_short' | 'invalid_format'> {
  if ([...password].length < MIN) return refuse({ code: 'too_short', field: 'password', params: { min: MIN } });
  const hasAll = /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password);
  if (!hasAll) return refuse({ code: 'invalid_format', field: 'password', message: 'weak_password' });
  const plain = password.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const name = (email.toLowerCase().split('@')[0] ?? '').replaceAll(/[^a-z\d]/g, '');
  const isOwnName = name.length >= 4 && plain.replaceAll(/\d/g, '') === name.replaceAll(/\d/g, '');
  if (COMMON.has(plain) || isOwnName) return refuse({ code: 'invalid_format', field: 'password', message: 'common_password' });
  return accept(null);
}
