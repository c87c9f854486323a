import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { ConfigError } from './errors.ts';

/** Conditions that may pass: the supervisor may retry. Any other code is a configuration error. */
const TRANSIENT_CODES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EADDRINUSE']);

function refuse(variable: string, configured: string, error: NodeJS.ErrnoException): never {
  const reason = `${variable} (${configured.length > 100 ? `${configured.slice(0, 100)}...` : configured}) cannot be used: ${error.code ?? error.message}`;
  if (TRANSIENT_CODES.has(error.code ?? '')) throw new Error(reason, { cause: error });
  throw new ConfigError(`Wrong configuration:\n  ${reason}`);
}

/** One level at a time: Node's recursive `mkdir` never ends on file systems that accept no folders, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const stats = await fs.stat(folder).catch(() => undefined);
  if (stats?.isDirectory() === true) return;
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await fs.mkdir(folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may be starting on the same folder
    if (error.code !== 'EEXIST' || !(await fs.stat(folder)).isDirectory()) throw error;
  });
}

async function checkFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    const probe = path.join(folder, `.probe-${randomUUID()}`);
    await fs.writeFile(probe, 'x', { flag: 'wx', flush: true });
    await fs.rm(probe);
  } catch (error) {
    refuse('DATA_DIR', folder, error as NodeJS.ErrnoException);
  }
}

async function checkAddress(host: string, port: number, variable: string): Promise<void> {
  const server = net.createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ host, port, exclusive: true }, resolve));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const isPort = code === 'EADDRINUSE' || code === 'EACCES';
    refuse(isPort ? variable : 'HOST', isPort ? String(port) : host, error as NodeJS.ErrnoException);
  } finally {
    server.close();
  }
}

/** What the process writes to and listens on. */
export interface LocalResources {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | undefined;
}

/**
 * Checks before startup that the data folder is writable and the ports are free. Throws `ConfigError`, or an `Error` for conditions that
 * may pass.
 */
export async function checkLocalResources({ dataDir, host, port, metricsPort }: LocalResources): Promise<void> {
  await checkFolder(dataDir);
  await checkAddress(host, port, 'PORT');
  if (metricsPort !== undefined) await checkAddress(host, metricsPort, 'METRICS_PORT');
}

export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const GIBIBYTE = 2 ** 30;
/** Low is below both bounds: a tenth of a large disk is still much, and a small disk is never filled to the last gigabyte. */
const LOW_BYTES = GIBIBYTE;
const LOW_SHARE = 0.1;
/** Space is enough again above this multiple of the bound. */
const ENOUGH_FACTOR = 1.2;

/** Space left on a folder's disk for an unprivileged user. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await fs.statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Whether a disk is nearly full, has enough space again, or is in between. */
export function classifyDiskSpace({ freeBytes, totalBytes }: DiskSpace): 'low' | 'between' | 'enough' {
  const lowBytes = Math.min(LOW_BYTES, totalBytes * LOW_SHARE);
  if (freeBytes < lowBytes) return 'low';
  return freeBytes < lowBytes * ENOUGH_FACTOR ? 'between' : 'enough';
}
