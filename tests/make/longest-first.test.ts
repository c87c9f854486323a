import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import { LONGEST, LongestFirst } from './longest-first.ts';

const root = path.resolve(import.meta.dirname, '../..');
const file = (name: string, groupOrder = 1) =>
  ({ moduleId: path.join(root, name), project: { name: 'db', config: { isolate: false, sequence: { groupOrder } } } }) as TestSpecification;

it('the longest files start first within their group, whatever their size', async () => {
  const [first, second] = LONGEST;
  const large = 'tests/architecture/optional-modules.db.test.ts';
  const pure = 'core/order/settle.test.ts';
  const noTimes = { cache: { getTestSpecificationResult: () => undefined } } as unknown as Vitest;
  const sorted = await new LongestFirst(noTimes).sort([file(large), file(second), file(first), file(pure, 0)]);
  expect(sorted.map(({ moduleId }) => path.relative(root, moduleId))).toEqual([pure, first, second, large]);
});

it('each named file exists', () => {
  expect(LONGEST.filter((name) => !fs.existsSync(path.join(root, name)))).toEqual([]);
});
