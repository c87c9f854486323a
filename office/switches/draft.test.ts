import { expect, test } from 'vitest';
import { bodyOf, EMPTY, matchesWords, subjectsOf } from './draft.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');

test.each([
  [{ lasts: '60' }, null, '2026-01-15T13:00:00.000Z'],
  [{ lasts: 'open' }, null, null],
  [{ lasts: 'until', until: '2026-01-16T01:30' }, null, '2026-01-16T01:30:00+03:00'],
  [{ lasts: '15', from: '2026-01-16T01:30' }, '2026-01-16T01:30:00+03:00', '2026-01-15T22:45:00.000Z'],
])('times are Moscow time, and a duration counts from the start: %o', (change, from, until) => {
  expect(bodyOf({ ...EMPTY, ...change }, NOW)).toMatchObject({ from, until });
});

test('a direction is found by words of both names and codes, and has the entered text for customers', () => {
  const payment_systems = [
    { code: 'USDTTRC20', name: 'Tether TRC20' },
    { code: 'SBERRUB', name: 'Сбербанк' },
  ];
  const [found] = subjectsOf('direction', { payment_systems, directions: ['USDTTRC20>SBERRUB'], rails: [] });
  expect(found?.value).toBe('USDTTRC20>SBERRUB');
  for (const text of ['tether сбер', 'USDTTRC20 › SBERRUB', 'usdttrc20>sberrub', ''])
    expect(matchesWords(found?.label ?? '', text)).toBe(true);
  expect(matchesWords(found?.label ?? '', 'tether тинькофф')).toBe(false);
  const text = { ru: 'Ремонт', en: 'Repairs' };
  expect(bodyOf({ ...EMPTY, kind: 'direction', ...text }, NOW)).toMatchObject({ text });
  expect(bodyOf({ ...EMPTY, kind: 'payouts', ...text }, NOW)).toMatchObject({ text: null });
});
