import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Files in memory, on Linux. */
const MEMORY = '/dev/shm';
/** Several databases with what they have written ahead; containers often have a few megabytes. */
const ROOM_BYTES = 4 * 1024 ** 3;
/** What a run that was killed has left behind is nobody's by then. */
const LEFT_MS = 24 * 60 * 60_000;

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    fs.accessSync(MEMORY, fs.constants.W_OK);
    return bavail * bsize >= ROOM_BYTES;
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
 * A folder for the data of a run, which other users may reach as `DATA_DIR` may be. In memory where there is room: a database is a
 * thousand files, and making one of them on a disk costs the machine half a second each time.
 */
export function makeTempFolder(name: string): string {
  const isInMemory = hasRoom();
  if (isInMemory) sweep();
  const folder = fs.mkdtempSync(path.join(isInMemory ? MEMORY : os.tmpdir(), `razmen-${name}-`));
  fs.chmodSync(folder, 0o755);
  return folder;
}
