import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';

export const SIGNATURE_HEADER = 'sandbox-signature';

/** Maximum difference of a signature's time to ours, so that a recorded call cannot be replayed later (quality R19). */
export const SIGNATURE_TOLERANCE_MS = 5 * MINUTE_MS;

/** The two secrets shared with the provider: one per direction, so that a callback never passes as a payout order. */
export interface SandboxKeys {
  readonly callback: string;
  readonly api: string;
}

/** Derives the shared secrets from the application's own, so that development needs no setting for them. */
export const deriveSandboxKeys = (secrets: { sign(purpose: string, text: string): string }): SandboxKeys => ({
  callback: secrets.sign('sandbox-key', 'callback'),
  api: secrets.sign('sandbox-key', 'api'),
});

/** `t=<unix seconds>,v1=<lower-case hex HMAC-SHA256 of "<t>.<content>">`. */
export function signContent(key: string, content: string | Buffer, now: Instant): string {
  const seconds = Math.floor(now / SECOND_MS).toString();
  return `t=${seconds},v1=${mac(key, seconds, content).toString('hex')}`;
}

const SIGNATURE_PATTERN = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Constant-time check of `signContent`; false for any other format and for a time outside the tolerance. */
export function isSigned(key: string, content: string | Buffer, header: string | string[] | undefined, now: Instant): boolean {
  const [, seconds = '', hex = ''] = SIGNATURE_PATTERN.exec(typeof header === 'string' ? header : '') ?? [];
  // A malformed header is compared as well: every refusal takes the same time.
  const isEqual = timingSafeEqual(mac(key, seconds, content), Buffer.from(hex.padEnd(64, '0'), 'hex'));
  const isFresh = seconds !== '' && Math.abs(now - Number(seconds) * SECOND_MS) <= SIGNATURE_TOLERANCE_MS;
  return isEqual && isFresh;
}

/** Content that an API call signs: with the path, so that the same body is invalid on another path. */
export const callContent = (method: string, pathAndQuery: string, body: string): string => `${method} ${pathAndQuery}\n${body}`;

const mac = (key: string, seconds: string, content: string | Buffer): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(content).digest();
