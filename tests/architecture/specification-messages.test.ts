import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SAID_BY_SERVER, SAID_IN_BROWSER } from '#tests/make/messages.ts';

it('every message of the specification is in the table whose lines are all triggered in a running shop', () => {
  const text = readFileSync('docs/specification.md', 'utf8');
  const part = (number: number): string => text.slice(text.indexOf(`\n## ${number}.`), text.indexOf(`\n## ${number + 1}.`));
  const quoted = [part(5), part(8).slice(part(8).indexOf('Messages a customer'))].flatMap((one) => one.match(/"[^"]+"/g) ?? []);
  expect(quoted).toHaveLength(32);
  const known = new Set<string>(Object.values({ ...SAID_BY_SERVER, ...SAID_IN_BROWSER }).map(({ says }) => says));
  expect(quoted.map((one) => one.slice(1, -1)).filter((one) => !known.has(one))).toEqual([]);
});
