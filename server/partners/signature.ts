import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { signedText, timeOfCall } from '#core/partner.ts';
import { SIGNED_HEADERS, type SignedCall } from '#server/platform/http/signed-call.ts';

const KEY = /^pk_(?:live|test)_[0-9a-hjkmnp-tv-z]{20}$/;
const SIGNATURE = /^v1=([0-9a-f]{64})$/;

/** What a call says of its signature, as far as it can be one. */
export interface Claimed {
  readonly keyId: string;
  readonly at: number;
  readonly mac: Buffer;
  readonly text: string;
}

/** Reads the three headers; undefined: one is missing, sent twice (Node joins them by a comma) or not of this form. */
export function readClaim({ method, target, headers, body }: Omit<SignedCall, 'ip'>): Claimed | undefined {
  const [keyId, timestamp, signature] = [SIGNED_HEADERS.key, SIGNED_HEADERS.timestamp, SIGNED_HEADERS.signature].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  const at = timeOfCall(timestamp ?? '');
  const mac = SIGNATURE.exec(signature ?? '')?.[1];
  if (keyId === undefined || !KEY.test(keyId) || at === undefined || timestamp === undefined || mac === undefined) return undefined;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return { keyId, at, mac: Buffer.from(mac, 'hex'), text: signedText({ timestamp, method, target, bodyHash }) };
}

export const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Whether one of these secrets has signed it. Every secret is tried whatever the first has said: how long it takes tells nothing. */
export const isSignedBy = (secrets: readonly string[], { mac, text }: Pick<Claimed, 'mac' | 'text'>): boolean =>
  secrets.map((secret) => timingSafeEqual(macOf(secret, text), mac)).includes(true);
