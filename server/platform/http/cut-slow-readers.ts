import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** A socket's timer may run twice before it notices that no bytes left: a client that reads nothing is cut within 15 s (R74). */
const STALLED_MS = 7 * SECOND_MS;

/**
 * Closes connections whose client reads nothing of its response; slow clients that make progress are served. Event streams have their own
 * check.
 */
export function cutSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    if (!(socket instanceof Socket)) return;
    const { timeout } = socket;
    socket.setTimeout(STALLED_MS);
    // Node may have set its keep-alive timeout by then
    reply.raw.once('finish', () => {
      if (socket.timeout === STALLED_MS) socket.setTimeout(timeout ?? 0);
    });
  });
}
