import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { accept } from '#core/result.ts';
import { discardBody } from './close-connection.ts';
import { type Attributes, readDocument } from './read-document.ts';
import { type CallResult, refuseCall } from './refusal.ts';

/** More than any list of currencies needs. */
const MAX_PAYLOAD_BYTES = 16 * 1024;

export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a request has a body; a GET may have one only where `Endpoint.payload` is set. */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Reads the body of a GET that may have one, as Fastify does not, and sets it as `request.body`. */
export async function readPayload(endpoint: Endpoint, request: FastifyRequest): Promise<CallResult<null>> {
  if (endpoint.payload !== true || !hasBody(request)) return accept(null);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > MAX_PAYLOAD_BYTES) {
      await discardBody(request.raw);
      return refuseCall({ code: 'body_too_large' });
    }
    chunks.push(chunk as Buffer);
  }
  request.body = Buffer.concat(chunks);
  return accept(null);
}

/** A value as query text; values that no query can express become JSON, for the endpoint to refuse or ignore. */
const toQueryValues = (value: unknown): string[] => [value].flat().map((item) => (typeof item === 'string' ? item : JSON.stringify(item)));

/** The members of a payload that the query schema knows, as query parameters; others are ignored. */
function toQuery(endpoint: Endpoint, attributes: Attributes): RawQuery {
  const knownNames = Object.keys(endpoint.query?._zod.def.shape ?? {});
  return Object.fromEntries(
    knownNames.filter((name) => Object.hasOwn(attributes, name)).map((name) => [name, toQueryValues(attributes[name])]),
  );
}

/** The query of a call merged with its payload. */
export function queryWithPayload(endpoint: Endpoint, { query, body }: Pick<FastifyRequest, 'query' | 'body'>): CallResult<RawQuery> {
  const raw = query as RawQuery;
  if (endpoint.payload !== true || !Buffer.isBuffer(body)) return accept(raw);
  const document = readDocument(endpoint, body);
  if (!document.ok) return document;
  const fromPayload = toQuery(endpoint, document.value);
  const merged = Object.entries(fromPayload).map(([name, values]) => [name, [...toQueryValues(raw[name] ?? []), ...toQueryValues(values)]]);
  return accept({ ...raw, ...Object.fromEntries(merged) });
}
