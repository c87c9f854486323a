import { signedText } from '#core/partner/partner.ts';

/** The platform functions that signing needs: browsers and Node 20 have them. */
interface Platform {
  readonly crypto: {
    readonly subtle: {
      digest(algorithm: 'SHA-256', data: Uint8Array): Promise<ArrayBuffer>;
      importKey(
        format: 'raw',
        key: Uint8Array,
        algorithm: { name: 'HMAC'; hash: 'SHA-256' },
        extractable: false,
        uses: ['sign'],
      ): Promise<unknown>;
      sign(algorithm: 'HMAC', key: unknown, data: Uint8Array): Promise<ArrayBuffer>;
    };
  };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
}

const hex = (bytes: ArrayBuffer): string => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

export interface CallToSign {
  readonly secret: string;
  /** Upper case. */
  readonly method: string;
  /** Path with query, exactly as sent. */
  readonly target: string;
  /** The body exactly as sent; empty: none. */
  readonly body: string;
  /** Milliseconds; `Date.now()`. */
  readonly now: number;
}

/** Headers that sign one call of the partner API, by the platform's cryptography; the secret is not transmitted (`docs/how-to/partner-api.md`). */
export async function signCall({ secret, method, target, body, now }: CallToSign) {
  const { crypto, TextEncoder } = globalThis as unknown as Platform;
  const encoder = new TextEncoder();
  const timestamp = (now / 1_000).toFixed(6);
  const bodyHash = hex(await crypto.subtle.digest('SHA-256', encoder.encode(body)));
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(signedText({ timestamp, method, target, bodyHash })));
  return { 'partner-timestamp': timestamp, 'partner-signature': `v1=${hex(mac)}` };
}
