import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { dropPolicy, nonceOf } from './page-request.ts';

/** What a page says to its reader, whatever nonce its scripts were drawn with. Packed or not it says the same. */
const markOf = (html: string, nonce: string): string =>
  `W/"${createHash('sha256')
    .update(nonce === '' ? html : html.replaceAll(nonce, ''))
    .digest('base64url')
    .slice(0, 22)}"`;

/**
 * A page with the mark of what it says: a reader who has just this one is told only that. His browser then shows the one that it keeps,
 * under the policy that came with it and names its nonce, so this answer brings none. The mark is of the whole page as he gets it: with
 * his theme, his language and his name, and no other reader's page can pass for it (quality R51).
 */
export async function unlessKnown(request: FastifyRequest, reply: FastifyReply, response: Response): Promise<Response> {
  const { status, headers } = response;
  if (request.method !== 'GET' || status !== 200 || headers.get('content-type')?.startsWith('text/html') !== true) return response;
  if (headers.get('cache-control')?.includes('no-store') === true) return response;
  const html = await response.text();
  const mark = markOf(html, nonceOf(reply));
  headers.set('etag', mark);
  const known = (request.headers['if-none-match'] ?? '').split(',').map((one) => one.trim());
  if (!known.includes(mark)) return new Response(html, { status, headers });
  dropPolicy(reply);
  return new Response(null, { status: 304, headers });
}
