import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Log } from '#server/platform/log.ts';
import { nativeFolder, othersCanReach, type RunAs, runAs, stateFolder } from './embedded-binaries.ts';
import { removeStaleLock, serverPidOf } from './embedded-pid.ts';
import { exclusively, joinLease, type Lease, startSupervised } from './embedded-lease.ts';

export interface Embedded {
  /** Superuser connection to the maintenance database. */
  readonly url: string;
  /** Releases this process's share; resolves when the server has ended or other processes still use it. */
  stop(): Promise<void>;
}

/** Folders of a cluster, inside or outside its data folder. Deleting a data folder must delete these too. */
export function foldersOf(dataDir: string): readonly string[] {
  const { data, sock } = clusterOf(dataDir);
  return [data, sock];
}

/** Whether a server was ever started there; creates nothing. */
export const hasCluster = (dataDir: string): boolean => fs.existsSync(path.join(dataDir, CLUSTER_ID));

interface Cluster {
  readonly key: string;
  readonly data: string;
  readonly sock: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly owner: RunAs;
}

/** The file that marks a folder as a cluster's. */
const CLUSTER_ID = 'cluster-id';
const START_DEADLINE_MS = 60_000;
/** Interval of health checks, and how long a start that fails at once is retried. */
const HEALTH_CHECK_MS = 250;
const RETRY_FOR_MS = 5000;
const RETRY_MS = 100;
const NO_LOG: Pick<Log, 'warn'> = { warn: () => undefined };
/** Placeholder while the server is being restarted. */
const NO_LEASE: Lease = { release: () => undefined, isHeld: () => false };
/** Linux limits a socket path to 108 bytes with the closing zero. */
const SOCKET_PATH_LIMIT = 107;

function makeOwnedFolder(folder: string, owner: RunAs): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(folder, owner.uid, owner.gid);
  const expected = owner.uid ?? process.getuid?.();
  if (fs.statSync(folder).uid !== expected) {
    throw new Error(`${folder} belongs to another user: the embedded database must be started by the user who created it.`);
  }
}

/** Paths of a cluster. When root cannot share its private folder with `nobody`, the data moves to the system's state folder. */
function clusterOf(dataDir: string): Cluster {
  fs.mkdirSync(dataDir, { recursive: true });
  const real = fs.realpathSync(dataDir);
  const idFile = path.join(real, CLUSTER_ID);
  if (!fs.existsSync(idFile)) fs.writeFileSync(idFile, `${randomBytes(8).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  const owner = runAs();
  const key = createHash('sha256').update(real).update(fs.readFileSync(idFile)).digest('hex').slice(0, 12);
  const isInside = owner.uid === undefined || othersCanReach(real);
  const data = isInside ? path.join(real, 'postgres-18') : path.join(stateFolder(), key, 'postgres-18');
  if (!isInside) fs.mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
  const temp =
    [os.tmpdir(), '/tmp'].find((folder) => path.join(folder, `razmen-${key}`, '.s.PGSQL.5432').length <= SOCKET_PATH_LIMIT) ?? '/tmp';
  return {
    key,
    data,
    sock: path.join(temp, `razmen-${key}`),
    passwordFile: path.join(real, 'database-password'),
    logFile: path.join(real, 'postgres.log'),
    owner,
  };
}

async function initialise(cluster: Cluster, native: string): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  // initdb runs as the server's user, who may not read DATA_DIR, so it gets a temporary copy
  const passwordCopy = path.join(cluster.sock, `password.${process.pid}`);
  const newData = `${cluster.data}.new`;
  fs.rmSync(newData, { recursive: true, force: true });
  makeOwnedFolder(newData, cluster.owner);
  fs.writeFileSync(passwordCopy, password, { mode: 0o600 });
  if (cluster.owner.uid !== undefined && cluster.owner.gid !== undefined) fs.chownSync(passwordCopy, cluster.owner.uid, cluster.owner.gid);
  try {
    const options = ['-U', 'app', '-A', 'scram-sha-256', `--pwfile=${passwordCopy}`, '-E', 'UTF8', '--locale=C'];
    await promisify(execFile)(
      path.join(native, 'bin/initdb'),
      // The C locale cannot lower-case Cyrillic; the builtin provider can, without a system locale
      ['-D', newData, ...options, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      { ...cluster.owner, cwd: cluster.sock, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } },
    );
    fs.writeFileSync(cluster.passwordFile, password, { mode: 0o600 });
    // Renamed last: an interrupted first start leaves nothing that looks like a cluster
    fs.rmSync(cluster.data, { recursive: true, force: true });
    fs.renameSync(newData, cluster.data);
  } finally {
    fs.rmSync(passwordCopy, { force: true });
  }
}

type ServerState = 'alive' | 'starting' | 'absent';

async function probe(url: string): Promise<ServerState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // The server may end between its answer and `end`
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.end();
    return 'alive';
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === '28P01')
      throw new Error('The embedded database refuses the password kept in DATA_DIR: were the files of two data folders mixed?', {
        cause: error,
      });
    return code === '57P03' ? 'starting' : 'absent';
  }
}

function urlOf(cluster: Cluster): string {
  const password = fs.existsSync(cluster.passwordFile) ? fs.readFileSync(cluster.passwordFile, 'utf8').trim() : '';
  return `postgres://app:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(cluster.sock)}&port=5432`;
}

/** Waits until an orphaned or stopping server has ended; false on timeout. Signals only the server of this data folder. */
async function waitForExit(cluster: Cluster): Promise<boolean> {
  const until = Date.now() + START_DEADLINE_MS;
  for (let wasSignalled = false; Date.now() < until; ) {
    const pid = serverPidOf(cluster.data);
    if (pid === undefined) return true;
    if (!wasSignalled && Date.now() > until - START_DEADLINE_MS + 1000) {
      // Its supervisor is dead and no process has a lease
      process.kill(pid, 'SIGINT');
      wasSignalled = true;
    }
    await sleep(25);
  }
  return false;
}

async function startServer(cluster: Cluster, native: string, settings: readonly string[]): Promise<Lease> {
  if (!(await waitForExit(cluster))) throw new Error('The embedded database of this data folder does not stop.');
  if (!fs.existsSync(path.join(cluster.data, 'PG_VERSION'))) await initialise(cluster, native);
  const base = ['max_connections=120', 'timezone=UTC', 'log_timezone=UTC', 'log_min_error_statement=panic', 'unix_socket_permissions=0700'];
  const options = [...base, ...settings].flatMap((setting) => ['-c', setting]);
  const command = [path.join(native, 'bin/postgres'), '-D', cluster.data, '-k', cluster.sock, '-h', '', '-p', '5432', ...options];
  removeStaleLock(cluster.data);
  return await startAndWait(cluster, command);
}

/** Starts the server and waits for its first answer. Retried for a moment, as children of a killed server may still hold its memory. */
async function startAndWait(cluster: Cluster, command: readonly string[]): Promise<Lease> {
  const url = urlOf(cluster);
  const startedAt = Date.now();
  const start = () => startSupervised({ sock: cluster.sock, command, logFile: cluster.logFile, cwd: cluster.sock, runAs: cluster.owner });
  let { lease, exited } = start();
  for (; Date.now() < startedAt + START_DEADLINE_MS; await sleep(15)) {
    if ((await probe(url)) === 'alive') return lease;
    if (!exited()) continue;
    lease.release();
    if (Date.now() > startedAt + RETRY_FOR_MS) throw new Error(`The embedded database did not start; its log is ${cluster.logFile}`);
    await sleep(RETRY_MS);
    ({ lease, exited } = start());
  }
  lease.release();
  throw new Error(`The embedded database did not answer in time; its log is ${cluster.logFile}`);
}

/**
 * Starts the PostgreSQL server of a data folder, or joins the running one. Never listens on TCP. `settings`: postgresql.conf values for a
 * server that this call starts (tests switch fsync off).
 */
export async function startEmbedded(dataDir: string, settings: readonly string[] = [], log: Pick<Log, 'warn'> = NO_LOG): Promise<Embedded> {
  const cluster = await exclusively(`razmen-place-${path.resolve(dataDir)}`, START_DEADLINE_MS, async () => clusterOf(dataDir));
  makeOwnedFolder(cluster.sock, cluster.owner);
  const native = nativeFolder();
  const acquireLease = async (): Promise<Lease> =>
    await exclusively(`razmen-${cluster.key}`, 2 * START_DEADLINE_MS, async () => {
      makeOwnedFolder(cluster.data, cluster.owner);
      return (await joinLease(cluster.sock)) ?? (await startServer(cluster, native, settings));
    });
  let lease = await acquireLease();
  const url = urlOf(cluster);
  for (const until = Date.now() + START_DEADLINE_MS; (await probe(url)) !== 'alive' && Date.now() < until; await sleep(20)) {
    if (lease.isHeld()) continue;
    // The server ended just as we joined it
    lease.release();
    lease = await acquireLease();
  }
  const watchdog = startWatchdog({ lease, acquireLease, log });
  return { url, stop: async () => await stop(cluster, await watchdog.end()) };
}

interface WatchedLease {
  readonly lease: Lease;
  /** Joins the server, or starts it. */
  readonly acquireLease: () => Promise<Lease>;
  readonly log: Pick<Log, 'warn'>;
}

/** Checks the server as long as this process lives; the first process that notices its end starts it again. */
function startWatchdog({ lease: initial, acquireLease, log }: WatchedLease): { end(): Promise<Lease> } {
  let lease = initial;
  const stopped = new AbortController();
  const check = async (): Promise<void> => {
    if (lease.isHeld()) return;
    log.warn({}, 'embedded_database_lost');
    lease.release();
    lease = NO_LEASE;
    try {
      lease = await acquireLease();
      log.warn({}, 'embedded_database_back');
    } catch (error) {
      log.warn({ error }, 'embedded_database_not_back');
    }
  };
  const run = async (): Promise<void> => {
    for (const options = { ref: false, signal: stopped.signal }; !stopped.signal.aborted; ) {
      await check();
      await sleep(HEALTH_CHECK_MS, undefined, options).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async end() {
      stopped.abort();
      await running;
      return lease;
    },
  };
}

/** The last process waits for the server's end; others return at once because the server continues to answer. */
async function stop(cluster: Cluster, lease: Lease): Promise<void> {
  lease.release();
  for (let waitedMs = 0; waitedMs < 8000; waitedMs += 20) {
    if (!fs.existsSync(path.join(cluster.data, 'postmaster.pid'))) return;
    await sleep(20);
    if (waitedMs > 200 && (await probe(urlOf(cluster))) === 'alive') return;
  }
}
