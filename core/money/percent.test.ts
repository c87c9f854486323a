import { expect, it } from 'vitest';
import { fractionFromDecimal, ONE } from '#core/money/fraction.ts';
import { changePercent } from './percent.ts';

const change = (now: string, before: string) => changePercent(fractionFromDecimal(now) ?? ONE, fractionFromDecimal(before) ?? ONE);

it('has two decimals, rounded to nearest, and no sign for zero', () => {
  expect(change('101.25', '100')).toBe('1.25');
  expect(change('98.746', '100')).toBe('-1.25');
  expect(change('300', '100')).toBe('200.00');
  expect(change('99.9999', '100')).toBe('0.00');
  expect(change('100.005', '100')).toBe('0.01');
  expect(change('0.00000001', '0.00000004')).toBe('-75.00');
});
