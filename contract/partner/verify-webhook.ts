/** The platform functions that verification needs: browsers and Node 20 have them. */
interface Platform {
  readonly crypto: {
    readonly subtle: {
      importKey(
        format: 'raw',
        key: Uint8Array,
        algorithm: { name: 'HMAC'; hash: 'SHA-256' },
        extractable: false,
        uses: ['verify'],
      ): Promise<unknown>;
      verify(algorithm: 'HMAC', key: unknown, signature: Uint8Array, data: Uint8Array): Promise<boolean>;
    };
  };
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly atob: (text: string) => string;
}

/** Maximum difference from the current time, seconds: beyond it is a replay, or a wrong clock. */
const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

export interface SignedWebhook {
  /** The endpoint's secret: `whsec_...`. */
  readonly secret: string;
  /** `(name) => request.headers.get(name)` */
  readonly header: (name: 'webhook-id' | 'webhook-timestamp' | 'webhook-signature') => string | null | undefined;
  /** The body exactly as received: parsed and serialised again it has another signature. */
  readonly body: string;
  /** Milliseconds; `Date.now()`. */
  readonly now: number;
}

function bytesOf({ atob }: Platform, base64: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(base64), (char) => char.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
}

/** Signatures of this version in the header: two for a day after a rotation. */
const signaturesIn = (header: string): string[] => header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));

/**
 * Whether a webhook is authentic and recent (Standard Webhooks: base64 HMAC-SHA256 of `id.timestamp.body`, prefix `v1,`). Compared in
 * constant time. An authentic event may be delivered twice: deduplicate by `webhook-id`.
 */
export async function verifyWebhook({ secret, header, body, now }: SignedWebhook): Promise<boolean> {
  const platform = globalThis as unknown as Platform;
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  const key = secret.startsWith(PREFIX) ? bytesOf(platform, secret.slice(PREFIX.length)) : undefined;
  if (!id || !timestamp || !signatures || key === undefined || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const { subtle } = platform.crypto;
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new platform.TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const given of signaturesIn(signatures)) {
    const signature = bytesOf(platform, given);
    if (signature !== undefined && (await subtle.verify('HMAC', imported, signature, signed))) return true;
  }
  return false;
}
