import { expect, test } from 'vitest';
import { bodyOf, EMPTY } from './draft.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');

test.each([
  [{ lasts: '60' }, null, '2026-01-15T13:00:00.000Z'],
  [{ lasts: 'open' }, null, null],
  [{ lasts: 'until', until: '2026-01-16T01:30' }, null, '2026-01-16T01:30:00+03:00'],
  [{ lasts: '15', from: '2026-01-16T01:30' }, '2026-01-16T01:30:00+03:00', '2026-01-15T22:45:00.000Z'],
])('moments are Moscow’s, and a length counts from the beginning: %o', (change, from, until) => {
  expect(bodyOf({ ...EMPTY, ...change }, NOW)).toMatchObject({ from, until });
});
