import type { IncomingMessage } from 'node:http';

/** A name, an IPv4 address or a bracketed IPv6 one, with or without a port. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const VERSIONS = new Set(['1.0', '1.1']);

function hostsOf(rawHeaders: readonly string[]): readonly string[] {
  const hosts: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[at + 1] ?? '');
  }
  return hosts;
}

/**
 * Whether two HTTP parsers could read this request differently although Node accepts it: several or invalid hosts, an absolute target,
 * chunked encoding under HTTP/1.0, an unknown version (R52).
 */
export function isAmbiguous({ rawHeaders, url = '', httpVersion, headers }: IncomingMessage): boolean {
  const [host, ...moreHosts] = hostsOf(rawHeaders);
  if (host === undefined || moreHosts.length > 0 || !HOST.test(host)) return true;
  if (!url.startsWith('/') && url !== '*') return true;
  return !VERSIONS.has(httpVersion) || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined);
}
