import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/time.ts';

/** A client that sends more or longer than this after our response is cut. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 5 * SECOND_MS;

async function readAndDiscard(request: IncomingMessage): Promise<void> {
  let remaining = MAX_BYTES;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    remaining -= (chunk as Buffer).length;
    if (remaining < 0) return;
  }
}

/** Reads and discards the body of a refused request, so that the client receives the response instead of a broken pipe. */
export async function discardBody(request: IncomingMessage): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return;
  const finished = new AbortController();
  // Errors do not matter: the client has disconnected
  const discarded = readAndDiscard(request).catch(() => undefined);
  await Promise.race([discarded, sleep(MAX_MS, undefined, { signal: finished.signal, ref: false }).catch(() => undefined)]);
  finished.abort();
}

const closing = new WeakSet<Socket>();

/** Whether the final response was sent on this connection: further input is discarded. */
export const isClosing = (socket: Socket): boolean => closing.has(socket);

/** Sends the final response and closes at once, without reading further input. For clients that are too slow anyway. */
export function respondAndClose(socket: Socket, text: string): void {
  closing.add(socket);
  socket.end(text);
  socket.destroySoon();
}

/** Sends the final response and lets the client close first: closing over unread bytes would destroy the response in transit. */
export function respondAndDrain(socket: Socket, text: string): void {
  closing.add(socket);
  socket.end(text);
  const timeout = setTimeout(() => socket.destroy(), MAX_MS);
  timeout.unref();
  socket.once('close', () => clearTimeout(timeout));
}
