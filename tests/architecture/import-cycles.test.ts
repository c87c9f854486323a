import path from 'node:path';
import { expect, it } from 'vitest';
import { exists, filesBelow, importsOf } from './files.ts';

const layers = ['core', 'contract', 'server', 'ui', 'web', 'office', 'locales', 'tests', 'scripts'];
const files = layers.flatMap((layer) => filesBelow(layer, /\.(ts|tsx|mjs)$/));

function targetOf(file: string, specifier: string): string | undefined {
  const place = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
      : undefined;
  return place !== undefined && /\.(ts|tsx|mjs)$/.test(place) && exists(place) ? place : undefined;
}

/** Imports of each file, types included: two files that need each other's types belong together. */
type Graph = ReadonlyMap<string, readonly string[]>;
const graphOf = (): Graph =>
  new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .flatMap(({ specifier }) => targetOf(file, specifier) ?? [])
        .filter((to) => to !== file),
    ]),
  );

/** Import cycles: paths that lead back to a file on them. */
function cyclesOf(graph: Graph): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const walk = (file: string): void => {
    if (done.has(file)) return;
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' > '));
      return;
    }
    path.push(file);
    for (const to of graph.get(file) ?? []) walk(to);
    path.pop();
    done.add(file);
  };
  for (const file of graph.keys()) walk(file);
  return found;
}

it('no file imports itself through others', () => {
  expect(cyclesOf(graphOf())).toEqual([]);
});

it('a cycle of three is found, and none in a diamond', () => {
  const graph = (lines: Readonly<Record<string, readonly string[]>>): Graph => new Map(Object.entries(lines));
  expect(cyclesOf(graph({ a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a > b > c > a']);
  expect(cyclesOf(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});
