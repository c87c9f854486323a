import type { Socket } from 'node:net';
import { JSON_API } from '#contract/document.ts';
import { DEFAULT_LOCALE } from '#core/locale.ts';
import { type ErrorContext, refusalResponse } from './error-document.ts';
import { respondAndClose, isClosing, respondAndDrain } from './close-connection.ts';

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
