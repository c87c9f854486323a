import { expect, it } from 'vitest';
import { filesBelow } from './files.ts';
import { bannedIn } from './vocabulary.ts';

/** Findings that remain, by layer. Numbers only fall. */
const REMAINING: Readonly<Record<string, number>> = { core: 1, server: 26, tests: 45 };

const LAYERS = ['core', 'contract', 'client', 'server', 'ui', 'web', 'office', 'tests', 'scripts'];

it('names and comments use standard terms (words.md)', () => {
  const found = LAYERS.flatMap((layer) => filesBelow(layer, /\.tsx?$/)).flatMap(bannedIn);
  const counts: Record<string, number> = {};
  for (const finding of found) {
    const [layer = ''] = finding.split('/');
    counts[layer] = (counts[layer] ?? 0) + 1;
  }
  const tooMany = Object.keys(counts).filter((layer) => (counts[layer] ?? 0) > (REMAINING[layer] ?? 0));
  expect(tooMany.flatMap((layer) => found.filter((finding) => finding.startsWith(`${layer}/`)))).toEqual([]);
  expect(counts).toEqual(REMAINING);
});
