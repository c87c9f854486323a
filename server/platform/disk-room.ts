import fs from 'node:fs/promises';

export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

const GIBIBYTE = 2 ** 30;
/** Less than both is too little: a part of a large disk is still much, and no small disk is filled to its last gigabyte. */
const LEAST_BYTES = GIBIBYTE;
const LEAST_SHARE = 0.1;
/** So much more is enough again. */
const ENOUGH = 1.2;

/** What is left on the disk of a folder for somebody who is not its administrator. */
export async function roomOf(folder: string): Promise<DiskRoom> {
  const { bavail, bsize, blocks } = await fs.statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Whether a disk is nearly full, has room again, or stands between the two. */
export function judgeRoom({ freeBytes, totalBytes }: DiskRoom): 'low' | 'between' | 'enough' {
  const least = Math.min(LEAST_BYTES, totalBytes * LEAST_SHARE);
  if (freeBytes < least) return 'low';
  return freeBytes < least * ENOUGH ? 'between' : 'enough';
}
