import { expect, it } from 'vitest';
import { type BoardRow, rowOf, sorted } from './rows.ts';

const row = (id: string, more: Partial<BoardRow>): readonly [string, BoardRow] => [
  id,
  { id, rate: '1', inverse: '1', change: null, inverseChange: null, minutes: 5, ...more },
];
const systems = ['A', 'B', 'C', 'D'].map((id) => ({ id, name: { A: 'б', B: 'а', C: 'в', D: 'г' }[id] ?? id }));
const rows = new Map([
  row('A', { rate: '80', change: '-1.00', minutes: 9 }),
  row('B', { rate: '0.00001', inverse: '90000', change: '5.00', inverseChange: '-5.00', minutes: 4 }),
  row('C', { rate: '2', change: null, minutes: 7 }),
]);
const order = (sort: Parameters<typeof sorted>[2]) =>
  sorted(systems, rows, sort)
    .map(({ id }) => id)
    .join('');

it('is sorted by what is shown, and what nobody knows stands last', () => {
  expect(order(null)).toBe('ABCD');
  expect(order('name')).toBe('BACD');
  expect(order('rate')).toBe('BACD');
  expect(order('change')).toBe('ABCD');
  expect(order('minutes')).toBe('BCAD');
});

it('stands on either side, and promises minutes only where none were measured', () => {
  const line = {
    income_payment_system_id: 'A',
    outcome_payment_system_id: 'B',
    rate: '1',
    inverse_rate: '1',
    change_24h: null,
    inverse_change_24h: null,
    eta_minutes: 8,
    median_minutes: null,
    reserve: '1',
    is_demo: false,
  };
  expect(rowOf('income', line)).toMatchObject({ id: 'B', minutes: 8 });
  expect(rowOf('outcome', { ...line, median_minutes: 3 })).toMatchObject({ id: 'A', minutes: 8 });
});
