import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** A socket's clock may run twice before it knows that no byte has left: a reader without progress is gone within 15 s (R74). */
const STALLED_MS = 7 * SECOND_MS;

/** Closes connections whose reader takes nothing of its answer; a slow one that makes progress is served to the end. Event streams have their own watch. */
export function cutSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', async ({ raw: { socket } }, reply) => {
    if (!(socket instanceof Socket)) return;
    const { timeout } = socket;
    socket.setTimeout(STALLED_MS);
    // Node may have given the idle connection a time of its own by then
    reply.raw.once('finish', () => {
      if (socket.timeout === STALLED_MS) socket.setTimeout(timeout ?? 0);
    });
  });
}
