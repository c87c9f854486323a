import type { IncomingHttpHeaders } from 'node:http';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Origins that are ours: the public one; on a laptop also the loopback address the request was sent to. */
function isOwnOrigin(origin: string, publicOrigin: string, host: string | undefined): boolean {
  if (origin === publicOrigin) return true;
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  return LOOPBACK.has(new URL(`http://${host}`).hostname) && (origin === `http://${host}` || origin === `https://${host}`);
}

/**
 * The guard of unsafe calls (contract 1): a foreign or `null` Origin that is not named is refused whatever else is sent; without an Origin the
 * `Site-Locale` header must be there, which no form can send and no foreign page may add.
 */
export function isCrossSite(headers: IncomingHttpHeaders, publicUrl: string, namedOrigins: readonly string[] = []): boolean {
  const { origin } = headers;
  if (origin !== undefined) return !namedOrigins.includes(origin) && !isOwnOrigin(origin, new URL(publicUrl).origin, headers.host);
  return headers['site-locale'] === undefined || headers['sec-fetch-site'] === 'cross-site';
}

/** The guard of posted forms, which carry no header of ours: wherever a browser says they come from, it is us. */
export function isForeignForm(headers: IncomingHttpHeaders, publicUrl: string): boolean {
  if (headers.origin !== undefined) return !isOwnOrigin(headers.origin, new URL(publicUrl).origin, headers.host);
  return headers['sec-fetch-site'] === 'cross-site';
}
