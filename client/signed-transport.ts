import type { Transport } from '#contract/call.ts';
import { signCall } from '#contract/sign-call.ts';

/** What the client needs of `fetch`; the platform's own fits. */
export type FetchLike = (
  url: string,
  init: { method: string; headers: Record<string, string>; redirect: 'error'; credentials: 'omit'; signal: AbortSignal; body?: string },
) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; arrayBuffer(): Promise<ArrayBuffer> }>;

export interface Signer {
  /** Where the shop is: `https://shop.example`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  /** Of answers, and of the customer's letters. */
  readonly locale: 'ru' | 'en';
  readonly fetch: FetchLike;
  /** Milliseconds; how far the shop's clock is ahead of this one is found by asking. */
  readonly now: () => number;
  readonly timeoutMs: number;
}

/** A transport that signs each call anew, and keeps the bytes of the last answer for whoever wants a file. */
export function signedTransport({ baseUrl, key, secret, locale, fetch, now, timeoutMs }: Signer): Transport & { bytes(): Uint8Array } {
  let bytes: Uint8Array = new Uint8Array();
  return {
    locale,
    bytes: () => bytes,
    async send({ method, url, headers, body, signal }) {
      const signed = await signCall({ secret, method, target: url, body: body ?? '', now: now() });
      const timeout = AbortSignal.timeout(timeoutMs);
      const answer = await fetch(baseUrl + url, {
        method,
        headers: { ...headers, 'partner-key': key, ...signed },
        // A signature belongs to one address: whoever sends us elsewhere does not get it
        redirect: 'error',
        credentials: 'omit',
        signal: signal instanceof AbortSignal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body }),
      });
      bytes = new Uint8Array(await answer.arrayBuffer());
      const isDocument = answer.headers.get('content-type')?.includes('json') !== false;
      return { status: answer.status, header: (name) => answer.headers.get(name), text: isDocument ? new TextDecoder().decode(bytes) : '' };
    },
  };
}
