import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { JSON_API } from '#contract/document.ts';

export interface HttpResponse<Body = string | Buffer> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Empty for a response without a body. */
  readonly body: Body;
}

/** A response whose body may be read while it is sent. */
export type SentResponse = HttpResponse<string | Buffer | Readable>;

/** Policy of a page without scripts, styles and forms. No sandbox: links opened from a sandbox would be sent without the session cookie. */
export const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every response that is not a page: the browser must not execute, frame or sniff it. */
const INERT = {
  'content-security-policy': `${PAGE_POLICY}; sandbox`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const HSTS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const;

/** Security headers of API responses; with HSTS where the site uses https. */
export const inertHeaders = (isHttps: boolean): Readonly<Record<string, string>> => (isHttps ? { ...INERT, ...HSTS } : INERT);

const identity = (text: unknown): string => String(text);

/** Sends a response unchanged. Fastify's own serializing would add a charset, which JSON:API forbids. */
export function send(reply: FastifyReply, baseHeaders: Readonly<Record<string, string>>, response: SentResponse): FastifyReply {
  reply.code(response.status).headers(baseHeaders);
  for (const [name, value] of Object.entries(response.headers)) reply.header(name, value);
  if (response.body instanceof Readable) {
    if (reply.request.method !== 'HEAD') return reply.send(response.body);
    response.body.destroy();
    return reply.send();
  }
  if (response.body.length === 0) return reply.send();
  if (!reply.hasHeader('content-type')) reply.header('content-type', JSON_API);
  return reply.serializer(identity).send(response.body);
}

/** A response with a document, private by default. */
export function documentResponse(status: number, document: unknown, headers: HttpResponse['headers'] = {}): HttpResponse {
  return { status, headers: { 'content-type': JSON_API, 'cache-control': 'no-store', ...headers }, body: JSON.stringify(document) };
}

export interface FileReply {
  readonly bytes: Buffer | Readable;
  readonly fileName: string;
  readonly disposition: 'inline' | 'attachment';
  /** Media type, where the endpoint has several. */
  readonly mediaType?: string;
}

const asciiName = (name: string): string => name.replaceAll(/[^\w.-]/g, '_');

/** A file under our own name, never sniffed or cached, opened only in a sandbox. */
export function fileResponse(types: string | readonly string[], { bytes, fileName, disposition, mediaType }: FileReply): SentResponse {
  const name = `filename="${asciiName(fileName)}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
  return {
    status: 200,
    headers: {
      'content-type': mediaType ?? [types].flat()[0] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      'content-disposition': `${disposition}; ${name}`,
    },
    body: bytes,
  };
}
