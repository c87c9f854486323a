import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dropPolicy, nonceOf } from './page-request.ts';

/** ETag of a page's content, independent of nonce and compression. */
const etagOf = (html: string, nonce: string): string =>
  `W/"${createHash('sha256')
    .update(nonce === '' ? html : html.replaceAll(nonce, ''))
    .digest('base64url')
    .slice(0, 22)}"`;

/**
 * Responds 304 when the reader has this page, shown under the policy it came with. The ETag covers the individual page (theme, language,
 * name): no other reader's matches (quality R51).
 */
export async function respondIfChanged(request: FastifyRequest, reply: FastifyReply, response: Response): Promise<Response> {
  const { status, headers } = response;
  if (request.method !== 'GET' || status !== 200 || headers.get('content-type')?.startsWith('text/html') !== true) return response;
  if (headers.get('cache-control')?.includes('no-store') === true) return response;
  const html = await response.text();
  const etag = etagOf(html, nonceOf(reply));
  headers.set('etag', etag);
  const knownEtags = (request.headers['if-none-match'] ?? '').split(',').map((value) => value.trim());
  if (!knownEtags.includes(etag)) return new Response(html, { status, headers });
  dropPolicy(reply);
  return new Response(null, { status: 304, headers });
}
