const HOUR_SECONDS = 3_600;

/** A file that is made when it is asked for; kept for an hour. */
export const textAnswer = (text: string, type: 'text/plain' | 'application/xml' | 'application/manifest+json'): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${HOUR_SECONDS}` } });
