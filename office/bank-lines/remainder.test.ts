import { expect, test } from 'vitest';
import { remainderOf } from './remainder.ts';

test('the remainder is exact, also for amounts typed with a comma, spaces or not at all', () => {
  expect(remainderOf('1000.10', ['400', '600,1'])).toEqual({ amount: '0', isOver: false });
  expect(remainderOf('1000.10', ['400', '', 'x'])).toEqual({ amount: '600.1', isOver: false });
  expect(remainderOf('0.3', ['0.1', '0.2'])).toEqual({ amount: '0', isOver: false });
  expect(remainderOf('1000', ['1 000.01'])).toEqual({ amount: '0.01', isOver: true });
});
