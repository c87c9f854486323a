import { expect, test } from 'vitest';
import { bodyOf, closedByDraft, EMPTY, matchingOptions, subjectName, subjectsOf, type Switchable, withoutChosen } from './draft.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');

test.each([
  [{ lasts: '60' }, null, '2026-01-15T13:00:00.000Z'],
  [{ lasts: 'open' }, null, null],
  [{ lasts: 'until', until: '2026-01-16T01:30' }, null, '2026-01-16T01:30:00+03:00'],
  [{ lasts: '15', from: '2026-01-16T01:30' }, '2026-01-16T01:30:00+03:00', '2026-01-15T22:45:00.000Z'],
])('times are Moscow time, and a duration counts from the start: %o', (change, from, until) => {
  expect(bodyOf({ ...EMPTY, ...change }, NOW)).toMatchObject({ from, until });
});

const SHOP: Switchable = {
  payment_systems: [
    { code: 'USDTTRC20', name: 'Tether TRC20', currency: 'USDT', rail: 'tron' },
    { code: 'SBERRUB', name: 'Сбербанк', currency: 'RUB', rail: 'manual' },
    { code: 'TCSBRUB', name: 'Т-Банк', currency: 'RUB', rail: 'manual' },
  ],
  directions: ['USDTTRC20>SBERRUB', 'USDTTRC20>TCSBRUB', 'SBERRUB>USDTTRC20', 'TCSBRUB>USDTTRC20'],
  closed_directions: ['TCSBRUB>USDTTRC20'],
  rails: ['manual', 'tron'],
};
const t = (key: string) => key;

test('a direction is found by words of both names and codes, under the system that the customer sends', () => {
  const groups = subjectsOf('direction', SHOP, t);
  for (const text of ['tether сбер', 'USDTTRC20 › SBERRUB', 'usdttrc20>sberrub'])
    expect(matchingOptions(groups, text, 100)[0]).toEqual({
      group: 'Tether TRC20',
      items: [{ value: 'USDTTRC20>SBERRUB', label: 'Tether TRC20 › Сбербанк' }],
    });
  expect(matchingOptions(groups, 'tether тинькофф', 100)).toEqual([]);
  expect(matchingOptions(groups, '', 3).flatMap(({ items }) => items)).toHaveLength(3);
  expect(matchingOptions(withoutChosen(groups, ['USDTTRC20>SBERRUB']), 'tether › сбер', 100)).not.toContainEqual(
    expect.objectContaining({ group: 'Tether TRC20' }),
  );
});

test('systems are grouped by currency, and rails have names', () => {
  expect(subjectsOf('system', SHOP, t).map(({ group, items }) => [group, items.length])).toEqual([
    ['USDT', 1],
    ['RUB', 2],
  ]);
  expect(subjectName('direction', 'SBERRUB>GONE', SHOP, t)).toBe('Сбербанк › GONE');
  expect(subjectName('payouts_of_system', 'TCSBRUB', SHOP, t)).toBe('Т-Банк');
  expect(subjectName('rail', 'manual', SHOP, (key) => (key === 'office.rail.manual' ? 'вручную' : key))).toBe('вручную');
});

test.each([
  [{ kind: 'shop', subjects: [], side: 'both' }, 3],
  [{ kind: 'system', subjects: ['SBERRUB'], side: 'both' }, 2],
  [{ kind: 'system', subjects: ['SBERRUB', 'TCSBRUB'], side: 'pay' }, 2],
  [{ kind: 'system', subjects: ['TCSBRUB'], side: 'receive' }, 0],
  [{ kind: 'rail', subjects: ['tron'], side: 'receive' }, 2],
  [{ kind: 'direction', subjects: ['USDTTRC20>SBERRUB', 'TCSBRUB>USDTTRC20'], side: 'both' }, 1],
  [{ kind: 'payouts_of_system', subjects: ['SBERRUB'], side: 'both' }, 0],
] as const)('%o closes %i directions that are open', (draft, count) => {
  expect(closedByDraft(draft, SHOP)).toHaveLength(count);
});

test('the body has the chosen subjects, and the text where customers see it', () => {
  const text = { ru: 'Ремонт', en: 'Repairs' };
  const direction = bodyOf({ ...EMPTY, kind: 'direction', subjects: ['USDTTRC20>SBERRUB'], ...text }, NOW);
  expect(direction).toMatchObject({ subjects: ['USDTTRC20>SBERRUB'], text });
  const payouts = bodyOf({ ...EMPTY, kind: 'payouts', subjects: ['SBERRUB'], ...text }, NOW);
  expect(payouts).toMatchObject({ text: null });
  expect(payouts).not.toHaveProperty('subjects');
});
