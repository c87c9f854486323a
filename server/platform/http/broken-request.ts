import type { Socket } from 'node:net';
import { JSON_API } from '#contract/document.ts';
import { DEFAULT_LOCALE } from '#core/locale.ts';
import { type Words, refusedAnswer } from './error-document.ts';
import { hangUp, isLingering, sayLast } from './linger.ts';

const STATUS_BY_CODE: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

interface Answering {
  readonly words: Words;
  /** Headers of every answer that is not a page. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Answers what is no HTTP request at all (smuggling tricks, too many headers, too slow) and closes the connection (R52). */
export function answerBrokenRequest({ words, headers }: Answering, error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || isLingering(socket)) return;
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const line = STATUS_BY_CODE[error.code ?? ''] ?? '400 Bad Request';
  const { document } = refusedAnswer(words, DEFAULT_LOCALE, [{ code: 'invalid_document' }]);
  const body = JSON.stringify({ errors: document.errors.map((item) => ({ ...item, status: line.slice(0, 3) })) });
  const head = [
    `HTTP/1.1 ${line}`,
    `Content-Type: ${JSON_API}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  const say = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? hangUp : sayLast;
  say(socket, `${head.join('\r\n')}\r\n\r\n${body}`);
}
