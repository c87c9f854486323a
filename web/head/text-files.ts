const HOUR_SECONDS = 3_600;

type TextType = 'text/plain' | 'application/xml' | 'application/manifest+json';

/** A generated text file, cacheable for an hour. */
export const textResponse = (text: string, type: TextType): Response =>
  new Response(text, { headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': `public, max-age=${HOUR_SECONDS}` } });

/** The same with an ETag; 304 where the client has this version. */
export async function etagResponse(request: Request, text: string, type: TextType): Promise<Response> {
  const response = textResponse(text, type);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  // Weak: compression does not change the content
  const etag = `W/"${Buffer.from(digest).toString('base64url').slice(0, 22)}"`;
  response.headers.set('etag', etag);
  const knownEtags = (request.headers.get('if-none-match') ?? '').split(',').map((knownEtag) => knownEtag.trim());
  return knownEtags.includes(etag) ? new Response(null, { status: 304, headers: response.headers }) : response;
}

/** Text of robots.txt. Private pages are not listed: they have `noindex`, which a crawler reads only where it is allowed. */
export const robotsText = (publicUrl: string): string =>
  [
    'User-agent: *',
    ...['/api/', '/callbacks/', '/dev/', '/office', '/sandbox/', '/uploads/'].map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');

/** RFC 9116 recommends less than a year; the date moves with every request. */
const VALID_MS = 180 * 24 * 3_600_000;

interface Site {
  readonly publicUrl: string;
  /** Null: not set; the support page is the contact. */
  readonly supportEmail: string | null;
}

/** Text of security.txt (RFC 9116). `now` in epoch milliseconds. */
export const securityText = ({ publicUrl, supportEmail }: Site, now: number): string =>
  [
    `Contact: ${supportEmail === null ? `${publicUrl}/support` : `mailto:${supportEmail}`}`,
    `Expires: ${new Date(now + VALID_MS).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    'Preferred-Languages: ru, en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
