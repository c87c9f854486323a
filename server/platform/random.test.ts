import { expect, test } from 'vitest';
import { systemRandom } from './random.ts';

test('a thousand public ids follow no sequence and no clock, and every position is uniformly random (R38)', () => {
  const ids = Array.from({ length: 1_000 }, () => systemRandom.publicId(20));
  expect(new Set(ids).size).toBe(1_000);
  // Ids that follow a sequence or the clock are ascending; random ones ascend about every second time
  const rising = ids.filter((id, place) => place > 0 && id > (ids[place - 1] ?? '')).length;
  expect(rising).toBeGreaterThan(400);
  expect(rising).toBeLessThan(600);
  // 32 letters in each of 20 positions: 100 bits, of which 64 are required
  for (let place = 0; place < 20; place++) expect(new Set(ids.map((id) => id[place])).size, `place ${place}`).toBe(32);
});
