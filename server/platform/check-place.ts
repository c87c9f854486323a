import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { ConfigError } from './config-error.ts';

/** Weather rather than a wrong word: a supervisor may try again. */
const PASSES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EADDRINUSE']);

function refuse(variable: string, value: string, error: NodeJS.ErrnoException): never {
  const reason = `${variable} (${value.length > 100 ? `${value.slice(0, 100)}...` : value}) cannot be used: ${error.code ?? error.message}`;
  if (PASSES.has(error.code ?? '')) throw new Error(reason, { cause: error });
  throw new ConfigError(`Wrong configuration:\n  ${reason}`);
}

/** Step by step: Node's own recursive making of folders never ends on file systems that take none, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  const found = await fs.stat(folder).catch(() => undefined);
  if (found?.isDirectory() === true) return;
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

/** Where a process wants to write and to listen. */
export interface Place {
  readonly dataDir: string;
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | undefined;
}

/** What only the machine can tell of a configuration, before anything is started: whether we may write there and listen there. */
export async function checkPlace({ dataDir, host, port, metricsPort }: Place): Promise<void> {
  await checkFolder(dataDir);
  await checkAddress(host, port, 'PORT');
  if (metricsPort !== undefined) await checkAddress(host, metricsPort, 'METRICS_PORT');
}
