import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { signedText, callTimeMs } from '#core/partner/partner.ts';
import { SIGNED_HEADERS, type SignedCall } from '#server/platform/http/signed-call.ts';

const KEY = /^pk_(?:live|test)_[0-9a-hjkmnp-tv-z]{20}$/;
const SIGNATURE = /^v1=([0-9a-f]{64})$/;

/** The signature headers of a call and the text they sign. */
export interface SignatureClaim {
  readonly keyId: string;
  readonly at: number;
  readonly mac: Buffer;
  readonly text: string;
}

/** Reads the three headers; undefined when one is missing, sent twice (Node joins them with a comma) or malformed. */
export function readClaim({ method, target, headers, body }: Omit<SignedCall, 'ip'>): SignatureClaim | undefined {
  const [keyId, timestamp, signature] = [SIGNED_HEADERS.key, SIGNED_HEADERS.timestamp, SIGNED_HEADERS.signature].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  const at = callTimeMs(timestamp ?? '');
  const mac = SIGNATURE.exec(signature ?? '')?.[1];
  if (keyId === undefined || !KEY.test(keyId) || at === undefined || timestamp === undefined || mac === undefined) return undefined;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return { keyId, at, mac: Buffer.from(mac, 'hex'), text: signedText({ timestamp, method, target, bodyHash }) };
}

export const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Whether one of these secrets made the signature. All are checked, so that timing reveals nothing. */
export const isSignedBy = (secrets: readonly string[], { mac, text }: Pick<SignatureClaim, 'mac' | 'text'>): boolean =>
  secrets.map((secret) => timingSafeEqual(macOf(secret, text), mac)).includes(true);
