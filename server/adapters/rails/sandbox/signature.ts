import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS, type Instant } from '#core/time.ts';

export const SIGNATURE_HEADER = 'sandbox-signature';

/** A signature older or younger than this is refused, so that a recorded call cannot be played again next week (quality R19). */
export const SIGNATURE_TOLERANCE_MS = 5 * MINUTE_MS;

/** The two secrets the exchange shares with the provider: one per direction, so that a callback never passes as an order to pay. */
export interface SandboxKeys {
  readonly callback: string;
  readonly api: string;
}

/** Derives the shared secrets from the application's own, so that a laptop needs no setting for them. */
export const deriveSandboxKeys = (secrets: { sign(purpose: string, text: string): string }): SandboxKeys => ({
  callback: secrets.sign('sandbox-key', 'callback'),
  api: secrets.sign('sandbox-key', 'api'),
});

/** `t=<unix seconds>,v1=<lower-case hex HMAC-SHA256 of "<t>.<content>">`. */
export function signContent(key: string, content: string | Buffer, now: Instant): string {
  const seconds = Math.floor(now / SECOND_MS).toString();
  return `t=${seconds},v1=${mac(key, seconds, content).toString('hex')}`;
}

const FORM = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

/** Constant-time check of `signContent`; anything else than exactly that form, or a time outside the tolerance, is false. */
export function isSigned(key: string, content: string | Buffer, header: string | string[] | undefined, now: Instant): boolean {
  const [, seconds = '', hex = ''] = FORM.exec(typeof header === 'string' ? header : '') ?? [];
  // A malformed header is compared against all the same: a refusal costs equal time whatever its reason.
  const isEqual = timingSafeEqual(mac(key, seconds, content), Buffer.from(hex.padEnd(64, '0'), 'hex'));
  const isFresh = seconds !== '' && Math.abs(now - Number(seconds) * SECOND_MS) <= SIGNATURE_TOLERANCE_MS;
  return isEqual && isFresh;
}

/** What an API call signs besides its body: the same body must not work on another path. */
export const callContent = (method: string, pathAndQuery: string, body: string): string => `${method} ${pathAndQuery}\n${body}`;

const mac = (key: string, seconds: string, content: string | Buffer): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(content).digest();
