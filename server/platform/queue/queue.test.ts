import { expect, it } from 'vitest';
import { forEachIsolated } from './queue.ts';

it('a fault in one item is logged and the others are processed', async () => {
  const done: number[] = [];
  const faults: unknown[] = [];
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: (fields: object) => void faults.push(fields) };
  await forEachIsolated(log, [1, 2, 3], async (item) => {
    if (item === 1) throw new Error('broken');
    done.push(item);
  });
  expect(done).toEqual([2, 3]);
  expect(faults).toMatchObject([{ item: 1 }]);
});
