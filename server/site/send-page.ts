import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingFor } from '#server/platform/http/negotiate.ts';
import { dropPolicy, nonceOf } from './page-request.ts';

/** Smaller pages would gain nothing. */
const MIN_COMPRESSED_BYTES = 1_024;

/** ETag of a page's content, independent of nonce and compression. */
function etagOf(html: Buffer, nonce: string): string {
  const hash = createHash('sha256');
  let start = 0;
  for (let at = nonce === '' ? -1 : html.indexOf(nonce); at >= 0; at = html.indexOf(nonce, start)) {
    hash.update(html.subarray(start, at));
    start = at + nonce.length;
  }
  return `W/"${hash.update(html.subarray(start)).digest('base64url').slice(0, 22)}"`;
}

interface PageExchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly gzip: (page: Buffer) => Buffer;
}

/**
 * Sends a rendered page in one piece, or 304 when the reader has it.
 * - A page not sent again is shown under the policy it came with.
 * - The ETag covers the individual page (theme, language, name): no other reader's matches (quality R51).
 * - Other responses are sent as they are.
 */
export async function sendPage({ request, reply, gzip }: PageExchange, response: Response): Promise<FastifyReply> {
  const { status, headers } = response;
  if (response.body === null || headers.get('content-type')?.startsWith('text/html') !== true) return reply.send(response);
  const html = Buffer.from(await response.arrayBuffer());
  reply.code(status);
  for (const [name, value] of headers) reply.header(name, value);
  if (request.method === 'GET' && status === 200 && headers.get('cache-control')?.includes('no-store') !== true) {
    const etag = etagOf(html, nonceOf(reply));
    reply.header('etag', etag);
    const knownEtags = (request.headers['if-none-match'] ?? '').split(',').map((value) => value.trim());
    if (knownEtags.includes(etag)) {
      dropPolicy(reply);
      return reply.code(304).send();
    }
  }
  const isCompressed = html.length >= MIN_COMPRESSED_BYTES && encodingFor(request.headers['accept-encoding'], ['gzip']) !== undefined;
  if (!isCompressed) return reply.send(html);
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(gzip(html));
}
