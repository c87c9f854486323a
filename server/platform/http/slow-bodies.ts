import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** A body may take this long whatever its size; with the look once a second a slow one is gone within 15 s (R60). */
const FREE_MS = 12 * SECOND_MS;
/** Beyond that it must have come at this pace: a paper of some megabytes over a poor mobile line does. */
const MIN_BYTES_PER_SECOND = 16 * 1024;

interface Incoming {
  readonly request: IncomingMessage;
  readonly startedAt: number;
  readonly bytesBefore: number;
}

const isTooSlow = ({ request, startedAt, bytesBefore }: Incoming, now: number): boolean => {
  const tookMs = now - startedAt;
  return tookMs > FREE_MS && request.socket.bytesRead - bytesBefore < (tookMs / SECOND_MS) * MIN_BYTES_PER_SECOND;
};

/** Calls from within this process have no line that could be slow. */
const hasBody = ({ headers, raw }: FastifyRequest): boolean =>
  raw.socket instanceof Socket && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Ends requests whose body comes too slowly; `cut` says so to the client. One timer for all. */
export function cutSlowBodies(app: FastifyInstance, cut: (request: IncomingMessage) => void): void {
  const open = new Set<Incoming>();
  const look = setInterval(() => {
    const now = performance.now();
    for (const incoming of open) {
      if (incoming.request.complete || incoming.request.destroyed) open.delete(incoming);
      else if (isTooSlow(incoming, now)) {
        open.delete(incoming);
        cut(incoming.request);
      }
    }
  }, SECOND_MS);
  look.unref();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) open.add({ request: request.raw, startedAt: performance.now(), bytesBefore: request.raw.socket.bytesRead });
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
}
