import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { JSON_API } from '#contract/document.ts';
import { DEFAULT_LOCALE } from '#core/locale.ts';
import { isClosing, respondAndClose, respondAndDrain } from './connections.ts';
import { type ErrorContext, refusalResponse } from './refusal.ts';

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

const STATUS_BY_CODE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

interface ErrorResponseOptions {
  readonly errorContext: ErrorContext;
  /** Headers of every response that is not a page. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Responds to bytes that are no valid HTTP request (smuggling, too many headers, too slow) and closes the connection (R52). */
export function answerBrokenRequest(
  { errorContext, headers }: ErrorResponseOptions,
  error: Error & { code?: string },
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || isClosing(socket)) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const statusLine = STATUS_BY_CODE[error.code ?? ''] ?? '400 Bad Request';
  const { document } = refusalResponse(errorContext, DEFAULT_LOCALE, [{ code: 'invalid_document' }]);
  const body = JSON.stringify({ errors: document.errors.map((item) => ({ ...item, status: statusLine.slice(0, 3) })) });
  const head = [
    `HTTP/1.1 ${statusLine}`,
    `Content-Type: ${JSON_API}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const respond = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? respondAndClose : respondAndDrain;
  respond(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
