import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** A body may take this long whatever its size; with the look once a second a slow one is gone within 15 s (R60). */
const FREE_SECONDS = 12;
/** Beyond that it must have come at this pace: a paper of some megabytes over a poor mobile line does. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
/** And of the last seconds it must have used some: one that has come nearly whole and rests keeps its memory. */
const MIN_PROGRESS_BYTES = 16 * 1024;

/** Whether a body comes too slowly, by what of it has come at each look so far. */
export function isTooSlow(seen: readonly number[]): boolean {
  const [come = 0, before = 0] = [seen.at(-1), seen.at(-1 - FREE_SECONDS)];
  return seen.length > FREE_SECONDS && (come < seen.length * MIN_BYTES_PER_SECOND || come - before < MIN_PROGRESS_BYTES);
}

interface Incoming {
  readonly request: IncomingMessage;
  readonly bytesBefore: number;
  /** What has come, once a second. */
  readonly seen: number[];
}

/** Calls from within this process have no line that could be slow. */
const hasBody = ({ headers, raw }: FastifyRequest): boolean =>
  raw.socket instanceof Socket && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Ends requests whose body comes too slowly; `cut` says so to the client. One timer for all. */
export function cutSlowBodies(app: FastifyInstance, cut: (request: IncomingMessage) => void): void {
  const open = new Set<Incoming>();
  const look = setInterval(() => {
    for (const incoming of open) {
      const { request, bytesBefore, seen } = incoming;
      seen.push(request.socket.bytesRead - bytesBefore);
      if (request.complete || request.destroyed) open.delete(incoming);
      else if (isTooSlow(seen)) {
        open.delete(incoming);
        cut(request);
      }
    }
  }, SECOND_MS);
  look.unref();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) open.add({ request: request.raw, bytesBefore: request.raw.socket.bytesRead, seen: [] });
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
}
