import os from 'node:os';
import { expect, test } from 'vitest';
import { classifyDiskSpace, readDiskSpace } from './disk-space.ts';

const GIB = 2 ** 30;

test('a disk is low below a gigabyte, a small one below a tenth, and has room again a little above', () => {
  const large = (free: number) => classifyDiskSpace({ freeBytes: free * GIB, totalBytes: 500 * GIB });
  expect([large(0.99), large(1.1), large(1.3)]).toEqual(['low', 'between', 'enough']);
  const small = (free: number) => classifyDiskSpace({ freeBytes: free * GIB, totalBytes: 2 * GIB });
  expect([small(0.19), small(0.21), small(0.25)]).toEqual(['low', 'between', 'enough']);
});

test('the room of a folder is that of its disk', async () => {
  const { freeBytes, totalBytes } = await readDiskSpace(os.tmpdir());
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});
