import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { accessRefusal, isOfficeAction } from '#core/access/access.ts';
import { contractEndpoints } from '#tests/make/endpoints.ts';

const sourcesOf = (pattern: string): readonly string[] =>
  globSync(pattern)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'));

/** Each endpoint's name -> how code names it: `createOrder`, or `SETTINGS_CALLS.shop.read` where several come of one line. */
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

test('what stands under the office is the office’s by its action, and nothing else is', () => {
  const strays = ALL_ENDPOINTS.filter(({ path, action }) => path.startsWith('/api/office/') !== isOfficeAction(action));
  expect(strays.map(({ name }) => name)).toEqual([]);
});

test('an answer that is the same for everybody is everybody’s', () => {
  const strays = ALL_ENDPOINTS.filter(({ cache, action }) => cache === 'public' && accessRefusal({ kind: 'guest' }, action) !== undefined);
  expect(strays.map(({ name }) => name)).toEqual([]);
});
