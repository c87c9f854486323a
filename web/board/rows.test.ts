import { expect, it } from 'vitest';
import { type BoardRow, rowOf, sortSystems } from './rows.ts';

const row = (id: string, fields: Partial<BoardRow>): readonly [string, BoardRow] => [
  id,
  { id, rate: '1', inverse: '1', change: null, inverseChange: null, minutes: 5, ...fields },
];
const systems = ['A', 'B', 'C', 'D'].map((id) => ({ id, name: { A: 'б', B: 'а', C: 'в', D: 'г' }[id] ?? id }));
const rows = new Map([
  row('A', { rate: '80', change: '-1.00', minutes: 9 }),
  row('B', { rate: '0.00001', inverse: '90000', change: '5.00', inverseChange: '-5.00', minutes: 4 }),
  row('C', { rate: '2', change: null, minutes: 7 }),
]);
const sortedIds = (sort: Parameters<typeof sortSystems>[2]) =>
  sortSystems(systems, rows, sort)
    .map(({ id }) => id)
    .join('');

it('sorts by the figure shown, unknown figures last', () => {
  expect(sortedIds(null)).toBe('ABCD');
  expect(sortedIds('name')).toBe('BACD');
  expect(sortedIds('rate')).toBe('BACD');
  expect(sortedIds('change')).toBe('ABCD');
  expect(sortedIds('minutes')).toBe('BCAD');
});

it('takes the id of the other side, and the promised minutes even where a median was measured', () => {
  const attributes = {
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
  expect(rowOf('income', attributes)).toMatchObject({ id: 'B', minutes: 8 });
  expect(rowOf('outcome', { ...attributes, median_minutes: 3 })).toMatchObject({ id: 'A', minutes: 8 });
});
