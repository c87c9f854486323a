import { describe, expect, it } from 'vitest';
import { isNotWorse } from './question.ts';

const numbers = (income: string, outcome: string) => ({ income_amount: income, outcome_amount: outcome });

describe('new numbers after the rate moved', () => {
  it('are taken without asking when the customer loses nothing', () => {
    expect(isNotWorse(numbers('100', '9000.01'), numbers('100', '9000'))).toBe(true);
    expect(isNotWorse(numbers('99.99', '9000'), numbers('100', '9000'))).toBe(true);
    expect(isNotWorse(numbers('100', '9000'), numbers('100', '9000'))).toBe(true);
  });

  it('are asked about when anything gets worse, by as little as the last digit', () => {
    expect(isNotWorse(numbers('100', '8999.99'), numbers('100', '9000'))).toBe(false);
    expect(isNotWorse(numbers('100.00000001', '9000'), numbers('100', '9000'))).toBe(false);
    expect(isNotWorse(numbers('100.00000001', '9001'), numbers('100', '9000'))).toBe(false);
  });

  it('are asked about when they cannot be compared', () => {
    expect(isNotWorse(numbers('1e2', '9000'), numbers('100', '9000'))).toBe(false);
  });
});
