import { describe, expect, it } from 'vitest';
import { isNoWorse } from './RateQuestion.tsx';

const amounts = (income: string, outcome: string) => ({ income_amount: income, outcome_amount: outcome });

describe('new amounts after a rate change', () => {
  it('are accepted without asking if not worse for the customer', () => {
    expect(isNoWorse(amounts('100', '9000.01'), amounts('100', '9000'))).toBe(true);
    expect(isNoWorse(amounts('99.99', '9000'), amounts('100', '9000'))).toBe(true);
    expect(isNoWorse(amounts('100', '9000'), amounts('100', '9000'))).toBe(true);
  });

  it('are asked about if any amount is worse, even by the last digit', () => {
    expect(isNoWorse(amounts('100', '8999.99'), amounts('100', '9000'))).toBe(false);
    expect(isNoWorse(amounts('100.00000001', '9000'), amounts('100', '9000'))).toBe(false);
    expect(isNoWorse(amounts('100.00000001', '9001'), amounts('100', '9000'))).toBe(false);
  });

  it('are asked about if they cannot be compared', () => {
    expect(isNoWorse(amounts('1e2', '9000'), amounts('100', '9000'))).toBe(false);
  });
});
