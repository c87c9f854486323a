import fs from 'node:fs';
import { expect, it } from 'vitest';
import { BENCHES } from './benches.ts';
import { recordIn } from './record.ts';

const page = fs.readFileSync('docs/benchmarks.md', 'utf8');
const figure = (value: string) => [{ name: 'quote', value, goal: 'goal: 1' }];

it('a recorded bench takes the place of its own earlier figures and leaves the others', () => {
  const first = recordIn(page, { quotes: figure('10/s'), orders: figure('20/s') }, 'day 1');
  const second = recordIn(first, { quotes: figure('30/s') }, 'day 2');
  expect(second).toContain('| quotes | quote | 30/s | goal: 1 | day 2 |');
  expect(second).toContain('| orders | quote | 20/s | goal: 1 | day 1 |');
  expect(second).not.toContain('10/s');
});

it('the page says of every bench what it measures', () => {
  for (const name of Object.keys(BENCHES)) expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \\w.+ \\|$`, 'm'));
});
