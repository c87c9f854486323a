import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { createPool, executeIn, executeOn, type PoolOptions } from '#server/platform/db/pool.ts';
import { logFailure } from '#server/platform/db/unavailable.ts';
import type { Live } from '#server/platform/live.ts';
import type { Log } from '#server/platform/log.ts';
import { createLoops } from './loops.ts';
import type { Queue } from './queue.ts';

const QUEUE_SCHEMA = 'pgboss';

/** Creates or upgrades pg-boss's tables with the owner's rights; the application only reads and writes them. */
export async function prepareQueue(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}

type Handler = (data: Record<string, unknown>) => Promise<void>;

const RETRY_LIMIT = 20;
const RETRY_DELAY_SECONDS = 1;
const RETRY_DELAY_MAX_SECONDS = 300;
/** Failed jobs remain visible to operators this long. */
const KEEP_FAILED_SECONDS = 14 * 24 * 3600;
/** How long a stopping process waits for running jobs. */
const STOP_DEADLINE_MS = 6000;

/**
 * A job without a heartbeat for this long is given to another worker: its process died, or the database was unavailable when the job ended.
 */
const HEARTBEAT_SECONDS = 10;
const CONNECTIONS = 4;
/** Notifies workers of a new job after the commit. The library's own NOTIFY inside the transaction would serialize all commits. */
const SENT_CHANNEL = 'job_sent';
/** Every queue is polled this often: finds delayed jobs, and those whose sender died before notifying. */
const POLL_MS = 2000;
/** The poll of the library itself, which every worker runs on its own: only a fallback, because `POLL_MS` wakes one worker of a queue. */
const WORKER_POLL_SECONDS = 60;

interface QueueConnection {
  readonly db: { executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> };
  close(): Promise<void>;
}

/** The queue's own database connections; broken ones are replaced. */
function createConnection(access: Pick<PoolOptions, 'url' | 'role' | 'isPooled'>, log: Log): QueueConnection {
  const pool = createPool({ ...access, max: CONNECTIONS, log, applicationName: 'razmen jobs' });
  const db = { executeSql: async (text: string, values: unknown[] = []) => await executeOn(pool, text, values) };
  return { db, close: async () => (pool.ending ? undefined : pool.end()) };
}

function createBoss({ db }: QueueConnection, log: Log): PgBoss {
  const boss = new PgBoss({
    db,
    schema: QUEUE_SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
    // The application's role does not own the indexes
    reindex: false,
  });
  boss.on('error', (error) => logFailure(log, { error }, 'queue_error'));
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'queue_warning'));
  return boss;
}

export interface DrainableQueue extends Queue {
  /** Ends loops and workers after their current job; `send` works until `stop`. */
  drain(): Promise<void>;
}

interface WorkerState {
  id: string;
  isBusy: boolean;
}

interface WorkerPool {
  /** Wakes one idle worker. */
  wake(): void;
  addWorker(): Promise<void>;
}

/**
 * Workers of one queue. A notification wakes one worker, and a worker that finds a job wakes the next, so that a single job does not wake
 * all.
 */
function createWorkerPool(boss: PgBoss, log: Log, { name, handler }: { readonly name: string; readonly handler: Handler }): WorkerPool {
  const workers: WorkerState[] = [];
  let wakeCount = 0;

  function wake(): void {
    const idle = workers.filter(({ isBusy }) => !isBusy);
    wakeCount += 1;
    const worker = idle[wakeCount % idle.length];
    if (worker) boss.notifyWorker(worker.id);
  }

  return {
    wake,
    async addWorker(): Promise<void> {
      const worker: WorkerState = { id: '', isBusy: false };
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
          // Poll again at once: further jobs may be waiting
          boss.notifyWorker(worker.id);
        }
      };
      workers.push(worker);
      worker.id = await boss.work(name, { pollingIntervalSeconds: WORKER_POLL_SECONDS }, run);
    },
  };
}

interface RetryOptions {
  readonly retryLimit: number;
  readonly retryDelaySeconds: number;
}

async function createQueues(boss: PgBoss, declared: ReadonlyMap<string, RetryOptions>): Promise<void> {
  for (const [name, { retryLimit, retryDelaySeconds }] of declared) {
    const retry = { retryLimit, retryDelay: retryDelaySeconds, retryBackoff: true, retryDelayMax: RETRY_DELAY_MAX_SECONDS };
    const options = { ...retry, heartbeatSeconds: HEARTBEAT_SECONDS, notify: false };
    // `exclusive`: one waiting or running job per key; jobs without a key get a unique one
    await boss.createQueue(name, { ...options, policy: 'exclusive', deleteAfterSeconds: KEEP_FAILED_SECONDS });
    await boss.updateQueue(name, options);
    // Makes the library cache the queue's settings now; otherwise it would read them on a second connection during our transaction
    await boss.getJobById(name, randomUUID());
  }
}

/** The workers of all queues, woken by notifications of new jobs. */
function createWorkers(boss: PgBoss, log: Log, live: QueueLive) {
  const handlers = new Map<string, { readonly handler: Handler; readonly concurrency: number }>();
  const pools = new Map<string, WorkerPool>();
  let unsubscribe: readonly (() => void)[] = [];

  /** Wakes the queues in turn, so that one connection is enough while there are no jobs. */
  function startPolling(): () => void {
    let next = [...pools.values()];
    const pollOne = () => {
      next = next.length === 0 ? [...pools.values()] : next;
      next.pop()?.wake();
    };
    const timer = setInterval(pollOne, POLL_MS / Math.max(1, pools.size));
    timer.unref();
    return () => clearInterval(timer);
  }

  return {
    add(name: string, handler: Handler, concurrency: number): void {
      if (handlers.has(name)) throw new Error(`Queue ${name} has a worker already`);
      handlers.set(name, { handler, concurrency });
    },
    async start(): Promise<void> {
      for (const [name, { handler, concurrency }] of handlers) {
        const pool = createWorkerPool(boss, log, { name, handler });
        pools.set(name, pool);
        for (let added = 0; added < concurrency; added += 1) await pool.addWorker();
      }
      unsubscribe = [
        live.subscribe(SENT_CHANNEL, (name) => pools.get(name)?.wake()),
        live.onReconnect(() => {
          for (const pool of pools.values()) pool.wake();
        }),
        startPolling(),
      ];
    },
    names: (): string[] => [...handlers.keys()],
    /** Each promise resolves after the current jobs of one queue. */
    stop(): Promise<void>[] {
      for (const unsubscribeFrom of unsubscribe) unsubscribeFrom();
      return [...pools.keys()].map((name) => boss.offWork(name, { wait: true }));
    },
  };
}

type QueueLive = Pick<Live, 'hint' | 'subscribe' | 'onReconnect'>;

/** The outbox on pg-boss, run as the application's role; `live` notifies workers of new jobs. */
export function createQueue(input: {
  readonly url: string;
  readonly role?: string | undefined;
  readonly isPooled?: boolean;
  readonly log: Log;
  readonly live: QueueLive;
}): DrainableQueue {
  const { log, live } = input;
  const connection = createConnection({ url: input.url, role: input.role, isPooled: input.isPooled ?? false }, log);
  const boss = createBoss(connection, log);
  const declared = new Map<string, RetryOptions>();
  const workers = createWorkers(boss, log, live);
  const loops = createLoops(log, live);

  let opened: Promise<void> | undefined;
  const open = (): Promise<void> => (opened ??= boss.start().then(() => createQueues(boss, declared)));

  let drained: Promise<void> | undefined;
  const drain = (): Promise<void> => {
    const running = [...loops.stop(), ...workers.stop()];
    drained ??= Promise.race([Promise.all(running).then(() => undefined), sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
    return drained;
  };

  return {
    declare(name, { retryLimit = RETRY_LIMIT, retryDelaySeconds = RETRY_DELAY_SECONDS } = {}) {
      declared.set(name, { retryLimit, retryDelaySeconds });
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
    work: (name, handler, options = {}) => workers.add(name, handler, options.concurrency ?? 1),
    every: loops.add,
    open,
    async start(role) {
      await open();
      if (role === 'web') return;
      await workers.start();
      loops.start();
      log.info({ queues: workers.names(), loops: loops.names() }, 'jobs_started');
    },
    drain,
    async stop() {
      await drain();
      await boss.stop({ graceful: true, timeout: STOP_DEADLINE_MS });
      await connection.close();
    },
  };
}
