import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';

const sourcesOf = (pattern: string): readonly string[] =>
  globSync(pattern)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'));

/** `export const createOrder = endpoint({ name: 'createOrder'` -> constants by the endpoint's name. */
const constants = new Map(
  sourcesOf('contract/*.ts').flatMap((source) =>
    [...source.matchAll(/export const (\w+) = endpoint\(\{\s+name: '(\w+)'/g)].map(([, constant = '', name = '']): [string, string] => [
      name,
      constant,
    ]),
  ),
);
const served = new Set(
  sourcesOf('server/**/*.ts').flatMap((source) => [...source.matchAll(/\broute(?:After)?\(\s*(\w+)\s*,/g)].map(([, constant]) => constant)),
);

test('every endpoint of the contract is served, and nothing else is', () => {
  const promised = ALL_ENDPOINTS.map(({ name }) => constants.get(name));
  expect(served).toEqual(new Set(promised));
});

test('every noun mounts its routes once', () => {
  const [assembly = ''] = sourcesOf('server/assemble-http.ts');
  const mounted = [...assembly.matchAll(/^ {4}\.\.\.(\w+Routes)\(/gm)].map(([, name]) => name);
  expect(mounted.length).toBeGreaterThan(20);
  expect(mounted).toEqual([...new Set(mounted)]);
});
