import type { Clock } from '#server/platform/clock.ts';
import { callOutside, OutboundError } from '#server/platform/outbound.ts';
import { callContent, SIGNATURE_HEADER, signContent } from './signature.ts';

/** What came back: a status with its document, or the reason why nothing usable did. */
export type Heard =
  | { readonly heard: 'answer'; readonly status: number; readonly document: unknown }
  | { readonly heard: 'nothing'; readonly reason: string };

export interface Talk {
  get(path: string): Promise<Heard>;
  post(path: string, document: Readonly<Record<string, unknown>>): Promise<Heard>;
}

interface TalkOptions {
  readonly baseUrl: () => string;
  readonly apiKey: string;
  readonly clock: Clock;
  readonly deadlineMs: number;
}

/** Signed calls to the provider, each with a deadline. Never throws for what the other side does: silence is an answer too. */
export function createTalk({ baseUrl, apiKey, clock, deadlineMs }: TalkOptions): Talk {
  const call = async (method: 'GET' | 'POST', path: string, body: string): Promise<Heard> => {
    try {
      const answer = await callOutside({
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
      return { heard: 'answer', status: answer.status, document: documentOf(answer.text) };
    } catch (error) {
      if (error instanceof OutboundError) return { heard: 'nothing', reason: error.reason };
      throw error;
    }
  };
  return {
    get: (path) => call('GET', path, ''),
    post: (path, document) => call('POST', path, JSON.stringify(document)),
  };
}

/** Undefined for what is no JSON: the translation calls it nonsense. */
function documentOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
