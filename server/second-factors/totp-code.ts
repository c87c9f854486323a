import { Secret, TOTP } from 'otpauth';
import { SECOND_MS, type Instant } from '#core/time.ts';
import type { Random } from '#server/platform/random.ts';

/** RFC 6238 as authenticator apps implement it: SHA-1, six digits, thirty seconds. */
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** The client's clock may be one step off. */
const TOLERANCE_STEPS = 1;
const SECRET_BYTES = 20;

/** Base32. */
export const newTotpSecret = (random: Random): string => new Secret({ buffer: Uint8Array.from(random.bytes(SECRET_BYTES)).buffer }).base32;

/** The time step of a code, with one step of tolerance either way; undefined for a wrong code. */
export function stepOf(secret: string, code: string, now: Instant): number | undefined {
  const digits = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return undefined;
  const delta = TOTP.validate({
    ...TOTP_OPTIONS,
    token: digits,
    secret: Secret.fromBase32(secret),
    timestamp: now,
    window: TOLERANCE_STEPS,
  });
  return delta === null ? undefined : Math.floor(now / SECOND_MS / TOTP_OPTIONS.period) + delta;
}

export const codeAt = (secret: string, at: Instant): string =>
  TOTP.generate({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret), timestamp: at });

/** The URI in the QR code. */
export const totpUri = (secret: string, account: string, issuer: string): string =>
  new TOTP({ ...TOTP_OPTIONS, issuer, label: account, secret: Secret.fromBase32(secret) }).toString();
