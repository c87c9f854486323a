import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS } from '#core/time.ts';

/** Who sends more or longer than this after our answer is cut off. */
const MAX_BYTES = 16 * 1024 * 1024;
const MAX_MS = 5 * SECOND_MS;

async function discard(request: IncomingMessage): Promise<void> {
  let left = MAX_BYTES;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    left -= (chunk as Buffer).length;
    if (left < 0) return;
  }
}

/** Reads a refused body on and throws it away, so that who is still sending hears the answer instead of a broken pipe. */
export async function readOn(request: IncomingMessage): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) return;
  const enough = new AbortController();
  // A client that has gone away hears nothing anyway
  const discarded = discard(request).catch(() => undefined);
  await Promise.race([discarded, sleep(MAX_MS, undefined, { signal: enough.signal, ref: false }).catch(() => undefined)]);
  enough.abort();
}

const lingering = new WeakSet<Socket>();

/** Whether the last word was said on this line: what still comes in is thrown away. */
export const isLingering = (socket: Socket): boolean => lingering.has(socket);

/** Says the last word and leaves at once: to somebody who takes his time anyway. What still comes is read by nobody. */
export function hangUp(socket: Socket, text: string): void {
  lingering.add(socket);
  socket.end(text);
  socket.destroySoon();
}

/** Says the last word and lets the other side hang up first: closing over unread bytes would destroy the answer on its way. */
export function sayLast(socket: Socket, text: string): void {
  lingering.add(socket);
  socket.end(text);
  const cutOff = setTimeout(() => socket.destroy(), MAX_MS);
  cutOff.unref();
  socket.once('close', () => clearTimeout(cutOff));
}
