import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether an origin is ours: the public one, or for local use the loopback address of the request. */
function isSameOrigin(origin: string, publicOrigin: string, host: string | undefined): boolean {
  if (origin === publicOrigin) return true;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  return LOOPBACK.has(new URL(`http://${host}`).hostname) && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * Cross-site guard of unsafe calls (contract 1). Refuses a foreign or `null` Origin. Without an Origin `Site-Locale` must be present:
 * forms and foreign pages cannot send it.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string, allowedOrigins: readonly string[] = []): boolean {
  const { origin } = headers;
  if (origin !== undefined) return !allowedOrigins.includes(origin) && !isSameOrigin(origin, new URL(publicUrl).origin, headers.host);
  return headers['site-locale'] === undefined || headers['sec-fetch-site'] === 'cross-site';
}

/** Cross-site guard of posted forms, which cannot send our header: the Origin or `Sec-Fetch-Site` must be our own. */
export function isForeignForm(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers.origin !== undefined) return !isSameOrigin(headers.origin, new URL(publicUrl).origin, headers.host);
  return headers['sec-fetch-site'] === 'cross-site';
}
