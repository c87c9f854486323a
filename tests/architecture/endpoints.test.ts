import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { accessRefusal, isOfficeAction } from '#core/access/access.ts';
import { contractEndpoints } from '#tests/make/endpoints.ts';

const sourcesOf = (pattern: string): readonly string[] =>
  globSync(pattern)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'));

/** Each endpoint's name -> its name in code: `createOrder`, or `SETTINGS_CALLS.shop.read` for those made by a function. */
const constants = new Map((await contractEndpoints()).map(({ endpoint, path }) => [endpoint.name, path]));
const served = new Set(
  sourcesOf('server/**/*.ts').flatMap((source) =>
    [...source.matchAll(/\broute(?:After)?\(\s*([\w.]+)\s*,/g)].map(([, constant]) => constant),
  ),
);

test('every endpoint of the contract is served, and nothing else is', () => {
  const promised = ALL_ENDPOINTS.map(({ name }) => constants.get(name));
  expect(served).toEqual(new Set(promised));
});

test("calls under the office's path have an office permission, and no others have", () => {
  const strays = ALL_ENDPOINTS.filter(({ path, action }) => path.startsWith('/api/office/') !== isOfficeAction(action));
  expect(strays.map(({ name }) => name)).toEqual([]);
});

test('a response that is equal for all visitors is cacheable for all', () => {
  const strays = ALL_ENDPOINTS.filter(({ cache, action }) => cache === 'public' && accessRefusal({ kind: 'guest' }, action) !== undefined);
  expect(strays.map(({ name }) => name)).toEqual([]);
});
