const HOUR_SECONDS = 3_600;

/** A generated text file, cacheable for an hour. */
export const textResponse = (text: string, type: 'text/plain' | 'application/xml' | 'application/manifest+json'): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${HOUR_SECONDS}` } });

/** The same with an ETag; 304 where the client has this version. */
export async function etagResponse(request: Request, ...[text, type]: Parameters<typeof textResponse>): Promise<Response> {
  const response = textResponse(text, type);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  // Weak: compression does not change the content
  const etag = `W/"${Buffer.from(digest).toString('base64url').slice(0, 22)}"`;
  response.headers.set('etag', etag);
  const knownEtags = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim());
  return knownEtags.includes(etag) ? new Response(null, { status: 304, headers: response.headers }) : response;
}
