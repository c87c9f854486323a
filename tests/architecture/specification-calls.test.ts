import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** A row of the specification's table (spec 7): one call and the members it takes. */
interface Line {
  readonly method: string;
  readonly path: string;
  readonly members: readonly string[];
}

const document = readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8');
const table = document.slice(document.indexOf('\n## 7.'), document.indexOf('\n## 8.'));

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
/** A short path (`/top_15`) shares the resource of the first path of its row (`/api/v1/crypto_stats/top_10`). */
const wholePath = (path: string, first: string): string =>
  /^\/(?:api|uploads)\//.test(path) ? path : first.split('/').slice(0, 4).join('/') + path;
/** A path without parameter names and without a trailing slash. */
const normal = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}').replace(/\/$/, '');

function linesOf(row: string): Line[] {
  const [, method = '', where = '', takes = ''] = row.split('|').map((cell) => cell.trim());
  const [first = '', ...more] = quoted(where);
  const paths = [first, ...more].map((path) => wholePath(path, first));
  const named = quoted(takes);
  const members = named.filter((name) => !name.startsWith('/')).map((name) => name.replace(/=.*$|\[\]$/, ''));
  const below = named.filter((name) => name.startsWith('/')).flatMap((name) => paths.map((path) => path + name));
  return [...paths.map((path) => ({ method, path, members })), ...below.map((path) => ({ method, path, members: [] }))];
}

const lines = table
  .split('\n')
  .filter((row) => /^\| (?:GET|POST|PUT|DELETE) \| `/.test(row))
  .flatMap(linesOf);
/** A file outside the API, tested in `server/countries/countries.db.test.ts`. */
const FILES = ['/uploads/cs.json'];

const endpointOf = ({ method, path }: Line): Endpoint | undefined =>
  ALL_ENDPOINTS.find((endpoint) => endpoint.method === method && normal(endpoint.path) === normal(path));

/** Every name of a call's input. */
function taken({ query, body, files, include, reply }: Endpoint): ReadonlySet<string> {
  const shapes = [query, body].flatMap((shape) => (shape === undefined ? [] : Object.keys(shape.shape)));
  const paged = reply.kind === 'collection' && reply.paged === true ? ['page', 'per', 'perPage'] : [];
  return new Set([
    ...shapes,
    ...paged,
    ...Object.keys(files ?? {}),
    ...(include === undefined ? [] : ['include', ...Object.keys(include)]),
  ]);
}

it('the table of the specification is read whole', () => {
  expect(lines).toHaveLength(55);
});

it('every call of the specification is among the endpoints, which a boundary test compares with what is served', () => {
  const missing = lines.filter((line) => !FILES.includes(line.path) && endpointOf(line) === undefined);
  expect(missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

it('every call takes what the specification names', () => {
  const strays = lines.flatMap((line) => {
    const endpoint = endpointOf(line);
    if (endpoint === undefined) return [];
    const names = taken(endpoint);
    // "A list of excluded `currency_iso_code` values"
    const isTaken = (name: string) => names.has(name) || names.has(`excluded_${name}s`);
    return line.members.filter((name) => !isTaken(name)).map((name) => `${line.method} ${line.path}: ${name}`);
  });
  expect(strays).toEqual([]);
});

/** Sources of the customer's app without tests: a call that only a test makes is used by no screen. */
const screens = globSync('web/**/*.{ts,tsx}', { cwd: new URL('../..', import.meta.url).pathname })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))
  .join('\n');
/** How a screen uses an endpoint: `call(listNewsItems, …`, `api(…)`, or as an argument; an import alone is no use. */
const isUsed = (name: string): boolean =>
  (screens.replaceAll(/import[^;]*;/g, '').match(new RegExp(String.raw`\b${name}\b`, 'g')) ?? []).length > 0;

it('every call of the specification is made by a screen', () => {
  const unused = lines.filter((line) => {
    const endpoint = endpointOf(line);
    return endpoint === undefined ? !screens.includes(line.path) : !isUsed(endpoint.name);
  });
  expect(unused.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});
