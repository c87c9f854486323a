import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { othersCanReach, type RunAs, runAs, stateFolder } from './embedded-binaries.ts';

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
