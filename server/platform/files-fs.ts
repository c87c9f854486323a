import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Files } from './files.ts';

/** Folders and a name of our own making: no dots that climb, no absolute paths. */
const KEY = /^[a-z0-9][a-z0-9_-]*(\/[a-z0-9][a-z0-9._-]*)*$/i;

/** Files in a folder. A file appears whole or not at all, and is on disk before `put` answers. */
export function createFolderFiles(folder: string): Files {
  const place = (key: string): string => {
    if (!KEY.test(key) || key.includes('..')) throw new Error('A file key is made by us: letters, digits, - and _');
    return path.join(folder, key);
  };
  return {
    async put(key, bytes) {
      const target = place(key);
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
    },
    async get(key) {
      try {
        return await readFile(place(key));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
  };
}
