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
 * Whether two readers of this request could understand it differently where Node itself lets it through: two hosts or a host
 * that is none, another authority in the target, chunks under HTTP/1.0, a version there is not (R52).
 */
export function isAmbiguous({ rawHeaders, url = '', httpVersion, headers }: IncomingMessage): boolean {
  const [host, ...others] = hostsOf(rawHeaders);
  if (host === undefined || others.length > 0 || !HOST.test(host)) return true;
  if (!url.startsWith('/') && url !== '*') return true;
  return !VERSIONS.has(httpVersion) || (httpVersion === '1.0' && headers['transfer-encoding'] !== undefined);
}
