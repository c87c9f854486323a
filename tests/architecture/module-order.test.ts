import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MODULES } from '#server/modules.ts';
import { filesBelow, importsOf, root } from './files.ts';

/** Each module imports only modules before it in the list, types included. */
const ORDER = MODULES.map(({ name }) => name);

/** Layers of the server that are no modules; `layers.test.ts` tests them. */
const RINGS_INSIDE = ['platform', 'adapters'];

const moduleOf = (place: string): string | undefined => {
  const name = /^server\/([^/]+)\//.exec(place)?.[1];
  return name === undefined || RINGS_INSIDE.includes(name) ? undefined : name;
};

const targetOf = (file: string, specifier: string): string =>
  specifier.startsWith('.') ? path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier)) : specifier.replace(/^#/, '');

const lines = filesBelow('server', /\.ts$/)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap(importsOf)
  .flatMap(({ file, specifier }) => {
    const [from, to] = [moduleOf(file), moduleOf(targetOf(file, specifier))];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, line: `${file} imports ${specifier}` }];
  });

const placeOf = (name: string): number => ORDER.indexOf(name);

describe('module order', () => {
  it('lists every folder of the server, and no other', () => {
    const folders = readdirSync(path.join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !RINGS_INSIDE.includes(entry.name))
      .map(({ name }) => name);
    expect(folders.toSorted()).toEqual(ORDER.toSorted());
  });

  it('modules import only modules before them', () => {
    const wrong = lines.filter(({ from, to }) => placeOf(to) >= placeOf(from));
    expect(wrong.map(({ line }) => line)).toEqual([]);
  });
});
