import { Secret, TOTP } from 'otpauth';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { Random } from '#server/platform/random.ts';

/** RFC 6238 as every authenticator app reads it: SHA-1, six digits, thirty seconds. */
const FORM = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** A clock may be one step off. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret, as base32 text. */
export const newTotpSecret = (random: Random): string => new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** The step of time whose code this is, one step of tolerance either way; undefined when it is none of theirs. */
export function stepOf(secret: string, code: string, now: Instant): number | undefined {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = TOTP.validate({ ...FORM, token: digits, secret: Secret.fromBase32(secret), timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / SECOND_MS / FORM.period) + delta;
}

/** The code of a moment, for whoever holds the secret. */
export const codeAt = (secret: string, at: Instant): string => TOTP.generate({ ...FORM, secret: Secret.fromBase32(secret), timestamp: at });

/** What an authenticator app reads from the drawn code. */
export const totpUri = (secret: string, account: string, issuer: string): string =>
  new TOTP({ ...FORM, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
