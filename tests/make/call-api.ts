import { ALL_ENDPOINTS } from '#contract/all.ts';
import { checkDescription } from './check-description.ts';
import { checkExchange } from './check-exchange.ts';

export interface Resource {
  readonly type: string;
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export interface ApiError {
  readonly status: string;
  readonly code: string;
  readonly detail: string;
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string };
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The raw body. */
  readonly text: string;
  /** The single resource; throws when there is none. */
  resource(): Resource;
  /** All resources of a list. */
  resources(): readonly Resource[];
  readonly errors: readonly ApiError[];
}

export interface ApiCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Attributes of a request document of this type. */
  readonly type?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** A raw body instead of a document. */
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** A client of a running process. Every exchange is checked against JSON:API and the contract. */
export interface Api {
  readonly url: string;
  call(method: string, path: string, request?: ApiCall): Promise<ApiAnswer>;
  /** All broken rules so far. */
  readonly findings: readonly string[];
}

export const JSON_API = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' } as const;

interface Document {
  readonly data?: Resource | readonly Resource[] | null;
  readonly errors?: readonly ApiError[];
}

function documentOf(text: string): Document {
  try {
    return JSON.parse(text) as Document;
  } catch {
    return {};
  }
}

function answerOf(status: number, headers: Readonly<Record<string, string>>, text: string): ApiAnswer {
  const document = documentOf(text);
  const { data, errors = [] } = document;
  return {
    status,
    headers,
    text,
    errors,
    resource() {
      if (data === undefined || data === null || Array.isArray(data)) throw new Error(`${status} holds no resource: ${text.slice(0, 500)}`);
      return data as Resource;
    },
    resources() {
      if (!Array.isArray(data)) throw new Error(`${status} holds no list: ${text.slice(0, 500)}`);
      return data as readonly Resource[];
    },
  };
}

const bodyOf = ({ body, attributes, type }: ApiCall): string | Uint8Array<ArrayBuffer> | undefined =>
  body ?? (attributes === undefined ? undefined : JSON.stringify({ data: { type: type ?? 'orders', attributes } }));

const describe = checkDescription(ALL_ENDPOINTS);

/** A client of one process; `url` is its origin. */
export function createApi(url: string): Api {
  const findings: string[] = [];
  return {
    url,
    findings,
    async call(method, path, request = {}) {
      const body = bodyOf(request);
      const answer = await fetch(url + path, {
        method,
        headers: { ...JSON_API, 'accept-encoding': 'identity', ...request.headers },
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
      });
      const text = await answer.text();
      // The session cookie comes first: of duplicate names the first value counts
      const headers = Object.fromEntries([...answer.headers].toReversed());
      const target = new URL(url + path);
      if (path.startsWith('/api/') && !path.startsWith('/api/openapi.json')) {
        const exchange = { method, url: target.pathname + target.search, status: answer.status, headers, body: text };
        findings.push(
          ...[...checkExchange(exchange), ...describe(exchange)].map(
            (finding) => `${method} ${path.slice(0, 200)} -> ${answer.status}: ${finding}`,
          ),
        );
      }
      return answerOf(answer.status, headers, text);
    },
  };
}
