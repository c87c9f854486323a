import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { checkedKey, type Files } from './port.ts';

const PROBE = { key: 'health/probe', bytes: Buffer.alloc(4096) } as const;

/** The result of `work`; `missing` if there is no such file or folder. */
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
  const temporary = `${target}.${randomUUID()}.half`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Files in a folder. A file appears completely or not at all, and is on disk before `put` resolves. */
export function createFolderFiles(folder: string): Files {
  const pathOf = (key: string): string => path.join(folder, checkedKey(key));
  return {
    put: async (key, bytes) => await write(pathOf(key), bytes),
    get: async (key) => await orMissing(() => readFile(pathOf(key)), undefined),
    remove: async (key) => await rm(pathOf(key), { force: true }),
    async list(subfolder) {
      const entries = await orMissing(() => readdir(pathOf(subfolder), { withFileTypes: true }), []);
      return entries.filter((entry) => entry.isFile()).map(({ name }) => `${subfolder}/${name}`);
    },
    probe: async () => await write(pathOf(PROBE.key), PROBE.bytes),
  };
}
