import type { FastifyInstance } from 'fastify';
import { SECOND_MS } from '#core/time.ts';

/** Clients in the middle of their work send their next request within this time, and are told in its answer that it was the last. */
const IDLE_GRACE_MS = SECOND_MS;
const SWEEP_MS = 100;
/** Whoever still holds a request open by then is cut off. */
const PATIENCE_MS = 8 * SECOND_MS;

/**
 * A stop that nobody feels (R55): nothing new is accepted, every answer says `Connection: close`, and a connection that rests is
 * closed only after a while. Node by itself hangs up on resting ones at once, across a request that is on its way.
 */
export function closeGently(app: FastifyInstance): void {
  const { server } = app;
  const hangUp = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => undefined;
  app.addHook('preClose', (done) => {
    if (!server.listening) {
      done();
      return;
    }
    const begun = performance.now();
    const sweep = setInterval(() => {
      const tookMs = performance.now() - begun;
      if (tookMs > IDLE_GRACE_MS) hangUp();
      if (tookMs > PATIENCE_MS) server.closeAllConnections();
    }, SWEEP_MS);
    sweep.unref();
    server.once('close', () => clearInterval(sweep));
    done();
  });
}
