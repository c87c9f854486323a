import type { FastifyReply } from 'fastify';
import { JSON_API } from '#contract/document.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Empty for an answer without a body. */
  readonly body: string | Buffer;
}

/** Of a page without scripts, styles and forms; its links lead on, which a sandbox would send without the session. */
export const PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every answer that is not a page: nothing in it may be run, framed or guessed. */
const INERT = {
  'content-security-policy': `${PAGE_POLICY}; sandbox`,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;

const HSTS = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } as const;

/** Security headers of API answers; with HSTS where the site is reached by https. */
export const inertHeaders = (isHttps: boolean): Readonly<Record<string, string>> => (isHttps ? { ...INERT, ...HSTS } : INERT);

const identity = (text: unknown): string => String(text);

/** Sends an answer as it stands. Text must not pass through Fastify's own serializing: it would add a charset, which JSON:API forbids. */
export function send(reply: FastifyReply, base: Readonly<Record<string, string>>, answer: Answer): FastifyReply {
  reply.code(answer.status).headers(base);
  for (const [name, value] of Object.entries(answer.headers)) reply.header(name, value);
  if (answer.body.length === 0) return reply.send();
  if (!reply.hasHeader('content-type')) reply.header('content-type', JSON_API);
  return reply.serializer(identity).send(answer.body);
}

/** An answer carrying a document, private by default. */
export function documentAnswer(status: number, document: unknown, headers: Answer['headers'] = {}): Answer {
  return { status, headers: { 'content-type': JSON_API, 'cache-control': 'no-store', ...headers }, body: JSON.stringify(document) };
}
