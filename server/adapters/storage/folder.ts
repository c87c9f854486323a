import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkedKey, type Files } from './port.ts';

const PROBE = { key: 'health/probe', bytes: Buffer.alloc(4096) } as const;

/** What `work` gives; `missing` where there is no such file or folder. */
async function orMissing<T, M>(work: () => Promise<T>, missing: M): Promise<T | M> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return missing;
    throw error;
  }
}

async function write(target: string, bytes: Buffer): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const half = `${target}.${randomUUID()}.half`;
  try {
    const file = await open(half, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(half, target);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** Files in a folder. A file appears whole or not at all, and is on disk before `put` answers. */
export function createFolderFiles(folder: string): Files {
  const place = (key: string): string => path.join(folder, checkedKey(key));
  return {
    put: async (key, bytes) => await write(place(key), bytes),
    get: async (key) => await orMissing(() => readFile(place(key)), undefined),
    remove: async (key) => await rm(place(key), { force: true }),
    async list(below) {
      const entries = await orMissing(() => readdir(place(below), { withFileTypes: true }), []);
      return entries.filter((entry) => entry.isFile()).map(({ name }) => `${below}/${name}`);
    },
    probe: async () => await write(place(PROBE.key), PROBE.bytes),
  };
}
