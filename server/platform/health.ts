import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** A slower check counts as failed, so that readiness turns within seconds even when a connection hangs. */
const CHECK_DEADLINE_MS = 2000;

export interface Health {
  /** A check that throws or hangs makes the process not ready. */
  readonly checks: Readonly<Record<string, () => Promise<unknown>>>;
  /** `starting` until jobs run too; `stopping` from the beginning of a shutdown, so that a balancer stops sending requests. */
  readonly phase: () => 'starting' | 'serving' | 'stopping';
  /** Extra figures in the readiness response; they decide nothing. */
  readonly facts?: () => Readonly<Record<string, number>>;
}

/** Health checks are answered under any load. */
const NO_LIMITS = { config: { limit: null, weight: 0 } } as const;

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

/** `/health/live`: the process answers. `/health/ready`: it can serve requests. */
export function healthRoutes(health: Health) {
  return async (app: FastifyInstance): Promise<void> => {
    const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
    app.get('/health/live', NO_LIMITS, async (_, reply) => reply.headers(headers).send('{"status":"ok"}'));
    app.get('/health/ready', NO_LIMITS, async (_, reply) => {
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
