import path from 'node:path';
import { expect, it } from 'vitest';
import { exists, filesBelow, importsOf } from './files.ts';

const rooms = ['core', 'contract', 'server', 'ui', 'web', 'office', 'locales', 'tests', 'scripts'];
const files = rooms.flatMap((room) => filesBelow(room, /\.(ts|tsx|mjs)$/));

function targetOf(file: string, specifier: string): string | undefined {
  const place = specifier.startsWith('#')
    ? specifier.slice(1)
    : specifier.startsWith('.')
      ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier))
      : undefined;
  return place !== undefined && /\.(ts|tsx|mjs)$/.test(place) && exists(place) ? place : undefined;
}

/** Every file with what it imports, types too: two files that need each other's types are one thing in two places. */
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

/** The first circle found from every file: the way back to a file that is still on the path. */
function circlesOf(graph: Graph): string[] {
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

it('no file leads back to itself', () => {
  expect(circlesOf(graphOf())).toEqual([]);
});

it('notices a circle of three, and none in a diamond', () => {
  const of = (lines: Readonly<Record<string, readonly string[]>>): Graph => new Map(Object.entries(lines));
  expect(circlesOf(of({ a: ['b'], b: ['c'], c: ['a'] }))).toEqual(['a > b > c > a']);
  expect(circlesOf(of({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});
