/** What the check needs of the platform: browsers and Node 20 have it. */
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

/** Older or newer than this is a replay, or a clock that is off. */
const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

export interface SignedWebhook {
  /** The endpoint's secret, as it was shown: `whsec_...`. */
  readonly secret: string;
  /** `(name) => request.headers.get(name)` */
  readonly header: (name: 'webhook-id' | 'webhook-timestamp' | 'webhook-signature') => string | null | undefined;
  /** The body's text exactly as it came: parsed and written anew it has another signature. */
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

/** Signatures of this version that the header carries: two for a day after a rotation. */
const signaturesIn = (header: string): string[] => header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [part.slice(3)] : []));

/**
 * Whether a webhook was sent by us and now (the scheme of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`, base64, `v1,` before
 * it). Compared in constant time. What is true may still come twice: `webhook-id` says what was seen already.
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
