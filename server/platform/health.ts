import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { DAY_MS } from '#core/time.ts';
import type { DatabaseClock } from './clock.ts';
import { type Db, sql } from './db/db.ts';

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

/** Display name of this process. */
export const processName = (): string => `${os.hostname()} ${process.pid}`;

interface Deps {
  readonly db: Db;
  readonly clock: Pick<DatabaseClock, 'now' | 'skewMs'>;
}

/** Records that this process is alive. A write, so that a full or read-only database counts as unusable. */
export function writeProcessRow({ db, clock }: Deps, id: string): Promise<number> {
  return db.run(sql`
    insert into processes (id, name, seen_at, clock_skew_ms)
    values (${id}, ${processName()}, ${new Date(clock.now())}, ${clock.skewMs()})
    on conflict (id) do update set seen_at = excluded.seen_at, clock_skew_ms = excluded.clock_skew_ms`);
}

/** Deletes processes not seen for a day. */
export async function purgeProcesses({ db, clock }: Deps): Promise<void> {
  await db.run(sql`delete from processes where seen_at < ${new Date(clock.now() - DAY_MS)}`);
}
