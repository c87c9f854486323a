import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** In-memory files, on Linux. */
const MEMORY = '/dev/shm';
/** Space for several databases with their WAL; containers often have only a few megabytes. */
const MIN_FREE_BYTES = 4 * 1024 ** 3;
/** Folders of killed runs are removed after this time. */
const LEFT_MS = 24 * 60 * 60_000;

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    fs.accessSync(MEMORY, fs.constants.W_OK);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

function sweep(): void {
  for (const name of fs.readdirSync(MEMORY).filter((one) => one.startsWith('razmen-'))) {
    const left = path.join(MEMORY, name);
    const since = fs.statSync(left, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (Date.now() - since > LEFT_MS) fs.rmSync(left, { recursive: true, force: true });
  }
}

/**
 * A folder for test data, accessible to other users, as `DATA_DIR` may be. In memory if there is space: a database's thousand files take
 * half a second on a disk.
 */
export function makeTempFolder(name: string): string {
  const isInMemory = hasMemory();
  if (isInMemory) sweep();
  const folder = fs.mkdtempSync(path.join(isInMemory ? MEMORY : os.tmpdir(), `razmen-${name}-`));
  fs.chmodSync(folder, 0o755);
  return folder;
}
