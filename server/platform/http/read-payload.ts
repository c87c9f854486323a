import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { accept } from '#core/result.ts';
import { readOn } from './linger.ts';
import { type Attributes, readDocument } from './read-document.ts';
import { type CallResult, refuseCall } from './refusal.ts';

/** Far more than any list of currencies takes. */
const MAX_PAYLOAD_BYTES = 16 * 1024;

export type RawQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Whether a request says something in a body; that a GET may is the exception (`Endpoint.payload`). */
export const hasBody = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** Takes the body of a GET that may have one, where Fastify reads none: from here on it is the request's, as any other. */
export async function takePayload(endpoint: Endpoint, request: FastifyRequest): Promise<CallResult<null>> {
  if (endpoint.payload !== true || !hasBody(request)) return accept(null);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    length += (chunk as Buffer).length;
    if (length > MAX_PAYLOAD_BYTES) {
      await readOn(request.raw);
      return refuseCall({ code: 'body_too_large' });
    }
    chunks.push(chunk as Buffer);
  }
  request.body = Buffer.concat(chunks);
  return accept(null);
}

/** As a query would say it; what no query can say (an object, a list in a list) is its own JSON, for the call to refuse or ignore. */
const texts = (value: unknown): string[] => [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));

/** The members of a payload that the query knows, as if they stood in the query; what it does not know is nobody's. */
function asQuery(endpoint: Endpoint, attributes: Attributes): RawQuery {
  const known = Object.keys(endpoint.query?._zod.def.shape ?? {});
  return Object.fromEntries(known.filter((name) => Object.hasOwn(attributes, name)).map((name) => [name, texts(attributes[name])]));
}

/** The query of a call together with what its payload says. */
export function queryWithPayload(endpoint: Endpoint, { query, body }: Pick<FastifyRequest, 'query' | 'body'>): CallResult<RawQuery> {
  const raw = query as RawQuery;
  if (endpoint.payload !== true || !Buffer.isBuffer(body)) return accept(raw);
  const read = readDocument(endpoint, body);
  if (!read.ok) return read;
  const told = asQuery(endpoint, read.value);
  const both = Object.entries(told).map(([name, values]) => [name, [...texts(raw[name] ?? []), ...texts(values)]]);
  return accept({ ...raw, ...Object.fromEntries(both) });
}
