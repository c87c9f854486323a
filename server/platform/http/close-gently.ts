import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** Clients in the middle of their work send their next request within this time, and are told in its answer that it was the last. */
const QUIET_MS = 2 * SECOND_MS;
const LOOK_MS = 100;
/** Whoever still holds a request open by then is cut off. */
const PATIENCE_MS = 8 * SECOND_MS;

/**
 * A stop that nobody feels (R55): nothing new is accepted, every answer says `Connection: close`, and connections that rest are
 * closed once no byte has moved on any for a while. Node by itself hangs up on them at once, across a request that is on its way.
 */
export function closeGently(app: FastifyInstance): void {
  const { server } = app;
  const hangUp = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const movedBytes = (): number => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);

  function look(begun: number): void {
    let moved = { bytes: movedBytes(), count: sockets.size, at: begun };
    const timer = setInterval(() => {
      const at = performance.now();
      const bytes = movedBytes();
      if (bytes !== moved.bytes || sockets.size !== moved.count) moved = { bytes, count: sockets.size, at };
      if (at - moved.at > QUIET_MS) hangUp();
      if (at - begun > PATIENCE_MS) server.closeAllConnections();
    }, LOOK_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  app.addHook('preClose', (done) => {
    if (server.listening) look(performance.now());
    done();
  });
}
