import type { Transport } from '#contract/call.ts';
import { signCall } from '#contract/partner/sign-call.ts';

/** The part of `fetch` that the client uses. */
export type FetchLike = (
  url: string,
  init: { method: string; headers: Record<string, string>; redirect: 'error'; credentials: 'omit'; signal: AbortSignal; body?: string },
) => Promise<{ readonly status: number; readonly headers: { get(name: string): string | null }; arrayBuffer(): Promise<ArrayBuffer> }>;

export interface SignedTransportOptions {
  /** The shop's origin: `https://shop.example`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  /** Language of responses and of the customer's e-mails. */
  readonly locale: 'ru' | 'en';
  readonly fetch: FetchLike;
  /** Current time in milliseconds, adjusted to the shop's clock. */
  readonly now: () => number;
  readonly timeoutMs: number;
}

/** A transport that signs each try; `bytes` returns the last response's body, for files. */
export function signedTransport({
  baseUrl,
  key,
  secret,
  locale,
  fetch,
  now,
  timeoutMs,
}: SignedTransportOptions): Transport & { bytes(): Uint8Array } {
  let bytes: Uint8Array = new Uint8Array();
  return {
    locale,
    bytes: () => bytes,
    async send({ method, url, headers, body, signal }) {
      const signed = await signCall({ secret, method, target: url, body: body ?? '', now: now() });
      const timeout = AbortSignal.timeout(timeoutMs);
      const response = await fetch(baseUrl + url, {
        method,
        headers: { ...headers, 'partner-key': key, ...signed },
        // A signature is valid for one URL and must not follow a redirect
        redirect: 'error',
        credentials: 'omit',
        signal: signal instanceof AbortSignal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body }),
      });
      bytes = new Uint8Array(await response.arrayBuffer());
      const isDocument = response.headers.get('content-type')?.includes('json') !== false;
      return {
        status: response.status,
        header: (name) => response.headers.get(name),
        text: isDocument ? new TextDecoder().decode(bytes) : '',
      };
    },
  };
}
