import fs from 'node:fs/promises';

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
