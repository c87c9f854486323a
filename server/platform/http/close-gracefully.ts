import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** Active clients send their next request within this time and get `Connection: close` in its response. */
const QUIET_MS = 2 * SECOND_MS;
const CHECK_INTERVAL_MS = 100;
/** Connections that still have an open request are cut after this time. */
const MAX_SHUTDOWN_MS = 8 * SECOND_MS;

/**
 * A shutdown without broken requests (R55): responses say `Connection: close`, idle connections close after `QUIET_MS` without traffic.
 * Node alone would close them even with a request on its way.
 */
export function closeGracefully(app: FastifyInstance): void {
  const { server } = app;
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const totalBytes = (): number => [...sockets].reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);

  function watchIdle(startedAt: number): void {
    let lastActivity = { bytes: totalBytes(), count: sockets.size, time: startedAt };
    const timer = setInterval(() => {
      const now = performance.now();
      const bytes = totalBytes();
      if (bytes !== lastActivity.bytes || sockets.size !== lastActivity.count) lastActivity = { bytes, count: sockets.size, time: now };
      if (now - lastActivity.time > QUIET_MS) closeIdle();
      if (now - startedAt > MAX_SHUTDOWN_MS) server.closeAllConnections();
    }, CHECK_INTERVAL_MS);
    timer.unref();
    server.once('close', () => clearInterval(timer));
  }

  app.addHook('preClose', (done) => {
    if (server.listening) watchIdle(performance.now());
    done();
  });
}
