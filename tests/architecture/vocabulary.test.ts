import { expect, it } from 'vitest';
import { filesBelow } from './files.ts';
import { bannedIn } from './vocabulary.ts';

const LAYERS = ['core', 'contract', 'client', 'server', 'ui', 'web', 'office', 'tests', 'scripts'];

it('names and comments use standard terms (words.md)', () => {
  expect(LAYERS.flatMap((layer) => filesBelow(layer, /\.tsx?$/)).flatMap(bannedIn)).toEqual([]);
});
