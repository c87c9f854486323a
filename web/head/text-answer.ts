const HOUR_SECONDS = 3_600;

/** A file that is made when it is asked for; kept for an hour. */
export const textAnswer = (text: string, type: 'text/plain' | 'application/xml' | 'application/manifest+json'): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${HOUR_SECONDS}` } });

/** The same with a mark of what it says: who has it already is told only that. */
export async function taggedAnswer(request: Request, ...[text, type]: Parameters<typeof textAnswer>): Promise<Response> {
  const answer = textAnswer(text, type);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  // Packed or not it says the same
  const etag = `W/"${Buffer.from(digest).toString('base64url').slice(0, 22)}"`;
  answer.headers.set('etag', etag);
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((one) => one.trim());
  return known.includes(etag) ? new Response(null, { status: 304, headers: answer.headers }) : answer;
}
