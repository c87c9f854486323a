import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { type Cluster, clusterOf, leaseSocketOf, makeOwnedFolder, nativeFolder, type SupervisorInput, urlOf } from './embedded-cluster.ts';

const START_DEADLINE_MS = 120_000;
const JOIN_RETRY_MS = 20;

/** A connection to the supervisor; undefined when there is none. */
const join = (cluster: Cluster): Promise<net.Socket | undefined> =>
  new Promise((resolve) => {
    const lease = net.connect(leaseSocketOf(cluster), () => resolve(lease.unref().resume()));
    lease.on('error', () => undefined).once('close', () => resolve(undefined));
  });

/** Whether the server accepts a connection. */
async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // The server may end between its answer and `end`
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code !== '28P01') return false;
    throw new Error('The embedded database refuses the password kept in DATA_DIR: were the files of two data folders mixed?', {
      cause: error,
    });
  }
}

/** As `accepts`; a lease that cannot be used is closed, so that it holds no share. */
async function acceptsOrCloses(lease: net.Socket, url: string): Promise<boolean> {
  try {
    return await accepts(url);
  } catch (error) {
    lease.destroy();
    throw error;
  }
}

function startSupervisor(input: SupervisorInput): ChildProcess {
  const log = fs.openSync(input.cluster.logFile, 'a', 0o600);
  const { PATH = '/usr/local/bin:/usr/bin:/bin', NODE_COMPILE_CACHE } = process.env;
  const supervisor = spawn(process.execPath, [path.join(import.meta.dirname, 'embedded-supervisor.ts'), JSON.stringify(input)], {
    cwd: input.cluster.sock,
    // Its own process group: Ctrl-C in a terminal reaches only the app, which stops in order
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH, NODE_COMPILE_CACHE, TZ: 'UTC', LC_ALL: 'C' },
  });
  supervisor.on('error', () => undefined).unref();
  fs.closeSync(log);
  return supervisor;
}

/** A share in the running server, which is started when there is none. The share ends with the connection, however this process ends. */
async function acquireLease(input: SupervisorInput): Promise<net.Socket> {
  const { cluster } = input;
  let lease: net.Socket | undefined;
  let supervisor: ChildProcess | undefined;
  for (const until = Date.now() + START_DEADLINE_MS; Date.now() < until; await sleep(JOIN_RETRY_MS)) {
    if (lease === undefined || lease.closed) lease = await join(cluster);
    if (lease && (await acceptsOrCloses(lease, urlOf(cluster)))) return lease;
    if (lease) continue;
    if (supervisor?.exitCode) throw new Error(`The embedded database did not start; its log is ${cluster.logFile}`);
    if (supervisor === undefined || supervisor.exitCode === 0 || supervisor.signalCode !== null) supervisor = startSupervisor(input);
  }
  lease?.destroy();
  throw new Error(`The embedded database did not answer in time; its log is ${cluster.logFile}`);
}

export interface Embedded {
  /** Superuser connection to the maintenance database. */
  readonly url: string;
  /** Releases this process's share; resolves when the server has ended or other processes still use it. */
  stop(): Promise<void>;
}

const RETRY_MS = 250;
const STOP_DEADLINE_MS = 8000;
const NO_LOG: Pick<Log, 'warn'> = { warn: () => undefined };

const closed = (lease: net.Socket): Promise<unknown> =>
  lease.closed ? Promise.resolve() : new Promise((resolve) => lease.once('close', resolve));

/** Holds a share until `stop`, and acquires another one whenever the supervisor, and with it the server, has ended. */
async function keepLease(acquire: () => Promise<net.Socket>, log: Pick<Log, 'warn'>): Promise<Pick<Embedded, 'stop'>> {
  let lease = await acquire();
  let isStopping = false;
  const run = async (): Promise<void> => {
    for (;;) {
      await closed(lease);
      if (isStopping) return;
      log.warn({}, 'embedded_database_lost');
      try {
        lease = await acquire();
        log.warn({}, 'embedded_database_back');
      } catch (error) {
        log.warn({ error }, 'embedded_database_not_back');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
      if (isStopping) lease.ref().end();
    }
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      lease.ref().end();
      await Promise.race([running, sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Starts the PostgreSQL server of a data folder, or joins the running one, and again whenever it is lost. Never listens on TCP.
 * `settings`: postgresql.conf values for a started server.
 */
export async function startEmbedded(dataDir: string, settings: readonly string[] = [], log: Pick<Log, 'warn'> = NO_LOG): Promise<Embedded> {
  const cluster = clusterOf(dataDir);
  makeOwnedFolder(cluster.sock, cluster.owner);
  const input = { cluster, native: nativeFolder(), settings };
  const { stop } = await keepLease(() => acquireLease(input), log);
  return { url: urlOf(cluster), stop };
}
