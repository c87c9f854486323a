import { signedText } from '#core/partner.ts';

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

interface Signing {
  readonly secret: string;
  readonly method: string;
  readonly target: string;
  readonly body: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Signs a call with the platform's own cryptography, the same text as every program; the secret goes nowhere. */
export async function signCall({ secret, method, target, body, now }: Signing): Promise<Readonly<Record<string, string>>> {
  const encoder = new TextEncoder();
  const timestamp = (now / 1_000).toFixed(6);
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', encoder.encode(body)));
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(signedText({ timestamp, method, target, bodyHash })));
  return { 'partner-timestamp': timestamp, 'partner-signature': `v1=${hex(mac)}` };
}
