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
import { dropStrangersLock, serverOf } from './embedded-pid.ts';
import { exclusively, joinLease, type Lease, startSupervised } from './embedded-lease.ts';

export interface Embedded {
  /** Superuser connection to the maintenance database. */
  readonly url: string;
  /** Gives this process's share back; resolves when the server has ended or others still use it. */
  stop(): Promise<void>;
}

/** What a cluster keeps outside its data folder, or inside: whoever deletes a data folder for good deletes these too. */
export function foldersOf(dataDir: string): readonly string[] {
  const { data, sock } = placeOf(dataDir);
  return [data, sock];
}

/** Whether a server was ever started there; makes nothing. */
export const hasCluster = (dataDir: string): boolean => fs.existsSync(path.join(dataDir, CLUSTER_ID));

interface Place {
  readonly key: string;
  readonly data: string;
  readonly sock: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly owner: RunAs;
}

/** The file that makes a folder a cluster's. */
const CLUSTER_ID = 'cluster-id';
const START_DEADLINE_MS = 60_000;
/** How often the server is looked after, and how long a start that fails at once is tried again. */
const WATCH_MS = 250;
const RETRY_FOR_MS = 5000;
const RETRY_MS = 100;
const SILENT: Pick<Log, 'warn'> = { warn: () => undefined };
/** While the server is being brought back there is no share to give back. */
const NO_LEASE: Lease = { release: () => undefined, isHeld: () => false };
/** Linux keeps 108 bytes for a socket path, the closing zero included. */
const SOCKET_PATH_LIMIT = 107;

function ownFolder(folder: string, owner: RunAs): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(folder, owner.uid, owner.gid);
  const expected = owner.uid ?? process.getuid?.();
  if (fs.statSync(folder).uid !== expected) {
    throw new Error(`${folder} belongs to another user: the embedded database must be started by the user who created it.`);
  }
}

/** Where a cluster lives. As root it must be reachable for `nobody`: below a private folder the data moves to the system's state folder. */
function placeOf(dataDir: string): Place {
  fs.mkdirSync(dataDir, { recursive: true });
  const real = fs.realpathSync(dataDir);
  const idFile = path.join(real, CLUSTER_ID);
  if (!fs.existsSync(idFile)) fs.writeFileSync(idFile, `${randomBytes(8).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  const owner = runAs();
  const key = createHash('sha256').update(real).update(fs.readFileSync(idFile)).digest('hex').slice(0, 12);
  const inside = owner.uid === undefined || othersCanReach(real);
  const data = inside ? path.join(real, 'postgres-18') : path.join(stateFolder(), key, 'postgres-18');
  if (!inside) fs.mkdirSync(path.dirname(data), { recursive: true, mode: 0o755 });
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

async function initialise(place: Place, native: string): Promise<void> {
  const password = randomBytes(24).toString('base64url');
  // initdb runs as the server's user, who may not read DATA_DIR: it gets its own copy for the moment.
  const handed = path.join(place.sock, `password.${process.pid}`);
  const half = `${place.data}.new`;
  fs.rmSync(half, { recursive: true, force: true });
  ownFolder(half, place.owner);
  fs.writeFileSync(handed, password, { mode: 0o600 });
  if (place.owner.uid !== undefined && place.owner.gid !== undefined) fs.chownSync(handed, place.owner.uid, place.owner.gid);
  try {
    const options = ['-U', 'app', '-A', 'scram-sha-256', `--pwfile=${handed}`, '-E', 'UTF8', '--locale=C'];
    await promisify(execFile)(
      path.join(native, 'bin/initdb'),
      // The C locale alone cannot lower-case Cyrillic; the builtin provider can, without any system locale.
      ['-D', half, ...options, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      { ...place.owner, cwd: place.sock, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } },
    );
    fs.writeFileSync(place.passwordFile, password, { mode: 0o600 });
    // Renamed last: a first start that dies half way leaves nothing that looks like a cluster.
    fs.rmSync(place.data, { recursive: true, force: true });
    fs.renameSync(half, place.data);
  } finally {
    fs.rmSync(handed, { force: true });
  }
}

type Answer = 'alive' | 'starting' | 'absent';

async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 });
  // It may leave between its answer and our goodbye
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

function urlOf(place: Place): string {
  const password = fs.existsSync(place.passwordFile) ? fs.readFileSync(place.passwordFile, 'utf8').trim() : '';
  return `postgres://app:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(place.sock)}&port=5432`;
}

/** Waits for an orphan or a leaving server to be gone; true when its process has ended. Only ever signals the server of this very data folder. */
async function gone(place: Place): Promise<boolean> {
  const until = Date.now() + START_DEADLINE_MS;
  for (let asked = false; Date.now() < until; ) {
    const pid = serverOf(place.data);
    if (pid === undefined) return true;
    if (!asked && Date.now() > until - START_DEADLINE_MS + 1000) {
      // Its supervisor is dead and nobody holds a lease on it.
      process.kill(pid, 'SIGINT');
      asked = true;
    }
    await sleep(25);
  }
  return false;
}

async function startServer(place: Place, native: string, settings: readonly string[]): Promise<Lease> {
  if (!(await gone(place))) throw new Error('The embedded database of this data folder does not stop.');
  if (!fs.existsSync(path.join(place.data, 'PG_VERSION'))) await initialise(place, native);
  const base = ['max_connections=120', 'timezone=UTC', 'log_timezone=UTC', 'log_min_error_statement=panic', 'unix_socket_permissions=0700'];
  const options = [...base, ...settings].flatMap((setting) => ['-c', setting]);
  const command = [path.join(native, 'bin/postgres'), '-D', place.data, '-k', place.sock, '-h', '', '-p', '5432', ...options];
  dropStrangersLock(place.data);
  return await untilAnswering(place, command);
}

/** Starts the server and waits for its first answer. Children of one that was killed may hold its memory for a moment: then it is tried again. */
async function untilAnswering(place: Place, command: readonly string[]): Promise<Lease> {
  const url = urlOf(place);
  const begun = Date.now();
  const start = () => startSupervised({ sock: place.sock, command, logFile: place.logFile, cwd: place.sock, runAs: place.owner });
  let { lease, exited } = start();
  for (; Date.now() < begun + START_DEADLINE_MS; await sleep(15)) {
    if ((await ask(url)) === 'alive') return lease;
    if (!exited()) continue;
    lease.release();
    if (Date.now() > begun + RETRY_FOR_MS) throw new Error(`The embedded database did not start; its log is ${place.logFile}`);
    await sleep(RETRY_MS);
    ({ lease, exited } = start());
  }
  lease.release();
  throw new Error(`The embedded database did not answer in time; its log is ${place.logFile}`);
}

/**
 * Starts the PostgreSQL server of a data folder, or joins it when another process has. Never listens on TCP.
 * `settings` are postgresql.conf lines for a server that this call starts (tests switch fsync off).
 */
export async function startEmbedded(dataDir: string, settings: readonly string[] = [], log: Pick<Log, 'warn'> = SILENT): Promise<Embedded> {
  const place = await exclusively(`razmen-place-${path.resolve(dataDir)}`, START_DEADLINE_MS, async () => placeOf(dataDir));
  ownFolder(place.sock, place.owner);
  const native = nativeFolder();
  const share = async (): Promise<Lease> =>
    await exclusively(`razmen-${place.key}`, 2 * START_DEADLINE_MS, async () => {
      ownFolder(place.data, place.owner);
      return (await joinLease(place.sock)) ?? (await startServer(place, native, settings));
    });
  let lease = await share();
  const url = urlOf(place);
  for (const until = Date.now() + START_DEADLINE_MS; (await ask(url)) !== 'alive' && Date.now() < until; await sleep(20)) {
    if (lease.isHeld()) continue;
    // It died in the moment we joined it
    lease.release();
    lease = await share();
  }
  const guard = keepAlive({ lease, share, log });
  return { url, stop: async () => await stop(place, await guard.end()) };
}

interface Guarded {
  readonly lease: Lease;
  /** Joins the server, or starts it. */
  readonly share: () => Promise<Lease>;
  readonly log: Pick<Log, 'warn'>;
}

/** Looks after the server as long as this process lives: one that was killed, or ended itself, is started again by the first who notices. */
function keepAlive({ lease: first, share, log }: Guarded): { end(): Promise<Lease> } {
  let lease = first;
  const over = new AbortController();
  const look = async (): Promise<void> => {
    if (lease.isHeld()) return;
    log.warn({}, 'embedded_database_lost');
    lease.release();
    lease = NO_LEASE;
    try {
      lease = await share();
      log.warn({}, 'embedded_database_back');
    } catch (error) {
      log.warn({ error }, 'embedded_database_not_back');
    }
  };
  const watch = async (): Promise<void> => {
    for (const rest = { ref: false, signal: over.signal }; !over.signal.aborted; ) {
      await look();
      await sleep(WATCH_MS, undefined, rest).catch(() => undefined);
    }
  };
  const watching = watch();
  return {
    async end() {
      over.abort();
      await watching;
      return lease;
    },
  };
}

/** Whoever comes last sees the server off; others leave at once because it goes on answering. */
async function stop(place: Place, lease: Lease): Promise<void> {
  lease.release();
  for (let waitedMs = 0; waitedMs < 8000; waitedMs += 20) {
    if (!fs.existsSync(path.join(place.data, 'postmaster.pid'))) return;
    await sleep(20);
    if (waitedMs > 200 && (await ask(urlOf(place))) === 'alive') return;
  }
}
