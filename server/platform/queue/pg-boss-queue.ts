import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import { logThrown } from '#server/platform/db/away.ts';
import { createPool, executeIn, executeOn, type PoolOptions } from '#server/platform/db/pool.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { QUEUE_SCHEMA } from './prepare-queue.ts';
import type { Queue } from './queue.ts';

type Handler = (data: Record<string, unknown>) => Promise<void>;

const RETRY_LIMIT = 20;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_MAX_SECONDS = 300;
/** Failed jobs stay for an operator to see this long. */
const KEEP_FAILED_SECONDS = 14 * 24 * 3600;
/** How long a stopping process waits for jobs that are running. */
const STOP_DEADLINE_MS = 6000;

/** A job whose worker says nothing for this long is given to another: its process died, or its database left before it could be settled. */
const HEARTBEAT_SECONDS = 10;
const CONNECTIONS = 4;
/** Says after a commit which queue got a job. The library's own NOTIFY, inside the transaction, would make all commits wait for each other. */
const SENT_CHANNEL = 'job_sent';
/** A job whose sender died before saying so is found by then. */
const POLL_SECONDS = 2;

/** The queue's own way to the database: lines that break are replaced. */
function createLine(way: Pick<PoolOptions, 'url' | 'role' | 'isPooled'>, log: Log) {
  const pool = createPool({ ...way, max: CONNECTIONS, log, applicationName: 'razmen jobs' });
  const db = { executeSql: async (text: string, values: unknown[] = []) => await executeOn(pool, text, values) };
  return { db, close: async () => (pool.ending ? undefined : pool.end()) };
}

type Line = ReturnType<typeof createLine>;

function createBoss({ db }: Line, log: Log): PgBoss {
  const boss = new PgBoss({
    db,
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    // The application's role does not own the indexes.
    reindex: false,
  });
  boss.on('error', (error) => logThrown(log, { error }, 'queue_error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue_warning'));
  return boss;
}

/** A loop that never overlaps itself; a tick that throws is a fault, the next one comes all the same. */
function createLoop(name: string, everyMs: number, tick: () => Promise<void>, log: Log) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  const once = async () => {
    try {
      await tick();
    } catch (error) {
      logThrown(log, { loop: name, error }, 'loop_failed');
    }
    if (!stopped) timer = setTimeout(start, everyMs);
  };
  const start = () => {
    running = once();
  };
  return {
    start,
    stop: () => {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

export interface DrainableQueue extends Queue {
  /** Ends loops and workers after what they are doing; `send` goes on working until `stop`. */
  drain(): Promise<void>;
}

interface Worker {
  id: string;
  isBusy: boolean;
}

/** Workers of one queue. One is woken for a job and, when there was one, wakes the next: no herd runs for a single job. */
function createCrew(boss: PgBoss, log: Log, { name, handler }: { readonly name: string; readonly handler: Handler }) {
  const workers: Worker[] = [];
  let next = 0;

  function wake(): void {
    const idle = workers.filter(({ isBusy }) => !isBusy);
    next += 1;
    const woken = idle[next % idle.length];
    if (woken) boss.notifyWorker(woken.id);
  }

  return {
    wake,
    async hire(): Promise<void> {
      const worker: Worker = { id: '', isBusy: false };
      const run = async ([job]: { id: string; data: unknown }[]) => {
        if (!job) return;
        worker.isBusy = true;
        wake();
        try {
          await handler(job.data as Record<string, unknown>);
        } catch (error) {
          log.warn({ queue: name, job: job.id, error }, 'job_failed');
          throw error;
        } finally {
          worker.isBusy = false;
          // Looks again at once: others may wait behind the job that is done
          boss.notifyWorker(worker.id);
        }
      };
      workers.push(worker);
      worker.id = await boss.work(name, { pollingIntervalSeconds: POLL_SECONDS }, run);
    },
  };
}

/** The outbox on pg-boss, as the application's role; `live` says who is to look for a job. */
export function createQueue(input: {
  readonly url: string;
  readonly role?: string | undefined;
  readonly isPooled?: boolean;
  readonly log: Log;
  readonly live: Pick<Live, 'hint' | 'subscribe' | 'onReconnect'>;
}): DrainableQueue {
  const { log, live } = input;
  const line = createLine({ url: input.url, role: input.role, isPooled: input.isPooled ?? false }, log);
  const boss = createBoss(line, log);
  const declared = new Map<string, { retryLimit: number; retryDelaySeconds: number }>();
  const workers = new Map<string, { handler: Handler; concurrency: number }>();
  const loops = new Map<string, ReturnType<typeof createLoop>>();
  const crews = new Map<string, ReturnType<typeof createCrew>>();
  let unsubscribe: readonly (() => void)[] = [];

  async function declareAll(): Promise<void> {
    for (const [name, { retryLimit, retryDelaySeconds }] of declared) {
      const retry = { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: true, retryDelayMax: RETRY_DELAY_MAX_SECONDS };
      const options = { ...retry, heartbeatSeconds: HEARTBEAT_SECONDS, notify: false };
      // `exclusive`: one waiting or running job per key; jobs without a key get one of their own.
      await boss.createQueue(name, { ...options, policy: 'exclusive', deleteAfterSeconds: KEEP_FAILED_SECONDS });
      await boss.updateQueue(name, options);
      // Makes the library read and keep the queue's settings now: later it would on a second connection in the middle of our transaction
      await boss.getJobById(name, randomUUID());
    }
  }

  async function startWorkers(): Promise<void> {
    for (const [name, { handler, concurrency }] of workers) {
      const crew = createCrew(boss, log, { name, handler });
      crews.set(name, crew);
      for (let hired = 0; hired < concurrency; hired += 1) await crew.hire();
    }
    unsubscribe = [
      live.subscribe(SENT_CHANNEL, (name) => crews.get(name)?.wake()),
      live.onReconnect(() => {
        for (const crew of crews.values()) crew.wake();
      }),
    ];
  }

  let opened: Promise<void> | undefined;
  const open = (): Promise<void> => (opened ??= boss.start().then(declareAll));

  let drained: Promise<void> | undefined;
  const drain = (): Promise<void> => {
    for (const end of unsubscribe) end();
    const running = [
      ...[...loops.values()].map((loop) => loop.stop()),
      ...[...crews.keys()].map((name) => boss.offWork(name, { wait: true })),
    ];
    drained ??= Promise.race([Promise.all(running).then(() => undefined), sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
    return drained;
  };

  return {
    declare(name, options = {}) {
      declared.set(name, {
        retryLimit: options.retryLimit ?? RETRY_LIMIT,
        retryDelaySeconds: options.retryDelaySeconds ?? RETRY_DELAY_SECONDS,
      });
    },
    async send(tx, name, data, options = {}) {
      if (!declared.has(name)) throw new Error(`Queue ${name} is not declared`);
      await boss.send(name, data, {
        db: { executeSql: async (text, values) => executeIn(tx, text, values) },
        singletonKey: options.key ?? randomUUID(),
        ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
      });
      if (options.startAfterSeconds === undefined) live.hint(tx, SENT_CHANNEL, name);
    },
    work(name, handler, options = {}) {
      if (workers.has(name)) throw new Error(`Queue ${name} has a worker already`);
      workers.set(name, { handler, concurrency: options.concurrency ?? 1 });
    },
    every(name, everyMs, tick) {
      if (loops.has(name)) throw new Error(`Loop ${name} exists already`);
      loops.set(name, createLoop(name, everyMs, tick, log));
    },
    open,
    async start(role) {
      await open();
      if (role === 'web') return;
      await startWorkers();
      for (const loop of loops.values()) loop.start();
    },
    drain,
    async stop() {
      await drain();
      await boss.stop({ graceful: true, timeout: STOP_DEADLINE_MS });
      await line.close();
    },
  };
}
