import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** Any body may take this long; with checks once a second a slow one is cut within 15 s (R60). */
const GRACE_SECONDS = 12;
/** Average rate required after that; a file of some megabytes reaches it on a poor mobile connection. */
const MIN_BYTES_PER_SECOND = 16 * 1024;
/** Progress required within the last `GRACE_SECONDS`, so that a nearly complete body does not occupy memory forever. */
const MIN_PROGRESS_BYTES = 16 * 1024;

/** Whether a body arrives too slowly, by the bytes received at each check. */
export function isTooSlow(bytesBySecond: readonly number[]): boolean {
  const [received = 0, receivedBefore = 0] = [bytesBySecond.at(-1), bytesBySecond.at(-1 - GRACE_SECONDS)];
  return (
    bytesBySecond.length > GRACE_SECONDS &&
    (received < bytesBySecond.length * MIN_BYTES_PER_SECOND || received - receivedBefore < MIN_PROGRESS_BYTES)
  );
}

interface IncomingBody {
  readonly bytesBefore: number;
  /** Bytes received, sampled once a second. */
  readonly bytesBySecond: number[];
}

/** In-process calls have no connection that could be slow. */
const hasBody = ({ headers, raw }: FastifyRequest): boolean =>
  raw.socket instanceof Socket && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0);

/** Ends requests whose body arrives too slowly; `cut` informs the client. One timer for all. */
export function cutSlowBodies(app: FastifyInstance, cut: (request: IncomingMessage) => void): void {
  const open = new Map<IncomingMessage, IncomingBody>();
  const timer = setInterval(() => {
    for (const [request, { bytesBefore, bytesBySecond }] of open) {
      bytesBySecond.push(request.socket.bytesRead - bytesBefore);
      if (request.complete || request.destroyed) open.delete(request);
      else if (isTooSlow(bytesBySecond)) {
        open.delete(request);
        cut(request);
      }
    }
  }, SECOND_MS);
  timer.unref();
  app.addHook('onRequest', (request, _reply, done) => {
    if (hasBody(request)) open.set(request.raw, { bytesBefore: request.raw.socket.bytesRead, bytesBySecond: [] });
    done();
  });
  // Most bodies are complete before the first check: their requests are not retained until then
  app.addHook('preValidation', ({ raw }, _reply, done) => {
    if (raw.complete) open.delete(raw);
    done();
  });
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** A socket's timer may run twice before it notices that no bytes left: a client that reads nothing is cut within 15 s (R74). */
const STALLED_MS = 7 * SECOND_MS;

/** Without bytes that wait for the client, the response itself is late: a part of a file is still being read from the database. */
function cutIfUnread(socket: Socket, { writableLength }: ServerResponse): void {
  if (writableLength > 0 || socket.writableLength > 0) socket.destroy();
  else socket.setTimeout(STALLED_MS);
}

/**
 * Closes connections whose client reads nothing of its response; slow clients that make progress are served. Event streams have their own
 * check.
 */
export function cutSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', ({ raw: { socket } }, { raw }, _payload, done) => {
    done();
    // Most responses are passed to the operating system at once
    if (raw.writableFinished || !(socket instanceof Socket)) return;
    const { timeout } = socket;
    socket.setTimeout(STALLED_MS);
    raw.on('timeout', () => cutIfUnread(socket, raw));
    // Node may have set its keep-alive timeout by then
    raw.once('finish', () => {
      if (socket.timeout === STALLED_MS) socket.setTimeout(timeout ?? 0);
    });
  });
}
