import type { Clock } from '#server/platform/clock.ts';
import { callOutside, OutboundError } from '#server/platform/outbound.ts';
import { callContent, SIGNATURE_HEADER, signContent } from './signature.ts';

/** A response, or the reason why there is none. */
export type ProviderResponse =
  | { readonly kind: 'answer'; readonly status: number; readonly document: unknown }
  | { readonly kind: 'none'; readonly reason: string };

export interface ProviderClient {
  get(path: string): Promise<ProviderResponse>;
  post(path: string, document: Readonly<Record<string, unknown>>): Promise<ProviderResponse>;
}

interface ClientOptions {
  readonly baseUrl: () => string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

/** Signed calls to the provider, each with a deadline. Never throws for errors of the other side. */
export function createProviderClient({ baseUrl, apiKey, clock, deadlineMs }: ClientOptions): ProviderClient {
  const call = async (method: 'GET' | 'POST', path: string, body: string): Promise<ProviderResponse> => {
    try {
      const httpResponse = await callOutside({
        url: baseUrl() + path,
        method,
        headers: {
          accept: 'application/json',
          [SIGNATURE_HEADER]: signContent(apiKey, callContent(method, path, body), clock.now()),
          ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
        },
        ...(method === 'POST' ? { body } : {}),
        deadlineMs,
      });
      return { kind: 'answer', status: httpResponse.status, document: parseJson(httpResponse.text) };
    } catch (error) {
      if (error instanceof OutboundError) return { kind: 'none', reason: error.reason };
      throw error;
    }
  };
  return {
    get: (path) => call('GET', path, ''),
    post: (path, document) => call('POST', path, JSON.stringify(document)),
  };
}

/** Undefined for malformed JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
