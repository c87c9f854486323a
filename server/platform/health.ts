import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A check that does not answer in time counts as failed: readiness turns within seconds even when a connection hangs. */
const CHECK_DEADLINE_MS = 2000;

export interface Health {
  /** Throwing or hanging makes the process not ready. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** `starting` until jobs run as well; `stopping` from the first moment of a shutdown, so that a balancer looks elsewhere. */
  readonly phase: () => 'starting' | 'serving' | 'stopping';
  /** What else a reader of readiness wants to know; decides nothing. */
  readonly facts?: () => Readonly<Record<string, number>>;
}

/** Whoever watches the process hears of it under any load. */
const ALWAYS = { config: { limit: null, weight: 0 } } as const;

async function passes(check: () => Promise<unknown>): Promise<boolean> {
  const late = sleep(CHECK_DEADLINE_MS, false, { ref: false });
  return Promise.race([
    check().then(
      () => true,
      () => false,
    ),
    late,
  ]);
}

/** `/health/live`: the process answers. `/health/ready`: it can also work. */
export function healthRoutes(health: Health) {
  return async (app: FastifyInstance): Promise<void> => {
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
    app.get('/health/live', ALWAYS, async (_, reply) => reply.headers(headers).send('{"status":"ok"}'));
    app.get('/health/ready', ALWAYS, async (_, reply) => {
      const names = Object.keys(health.checks);
      const results = await Promise.all(Object.values(health.checks).map(passes));
      const phase = health.phase();
      const isHealthy = results.every(Boolean);
      const isReady = isHealthy && phase === 'serving';
      const checks = Object.fromEntries(names.map((name, i) => [name, results[i] ? 'ok' : 'failed']));
      return reply
        .code(isReady ? 200 : 503)
        .headers(headers)
        .send(JSON.stringify({ status: isReady ? 'ok' : isHealthy ? phase : 'failed', checks, ...health.facts?.() }));
    });
  };
}
