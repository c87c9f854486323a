import { describe, expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { exchangeResult, periodOf, daysOfUnit, periodOfDays, unitStarts } from './figures.ts';

describe('the result of an exchange', () => {
  // 100 USDT at 90 roubles, 8 730.00 paid out
  const exchanged = {
    incomeAmount: 100_000_000n,
    outcomeAmount: 873_000n,
    reference: fraction(90n, 1n),
    fees: [],
    incomeScale: 6,
    outcomeScale: 2,
  } as const;

  it('is the part taken of the market value', () => {
    expect(exchangeResult(exchanged)).toEqual({ fees: 0n, spread: 27_000n });
  });

  it('consists of the named fees, on either side, and the rest', () => {
    const fees = [
      { kind: 'fixed', side: 'income', amount: 1_000_000n },
      { kind: 'network', side: 'outcome', amount: 5_000n },
    ] as const;
    expect(exchangeResult({ ...exchanged, fees })).toEqual({ fees: 14_000n, spread: 13_000n });
  });

  it('is negative where more was given than received', () => {
    expect(exchangeResult({ ...exchanged, outcomeAmount: 900_001n }).spread).toBe(-1n);
  });
});

describe('a period', () => {
  // 00:30 on the first of March in Moscow is still February in UTC
  const now = Date.parse('2026-02-28T21:30:00Z');

  it('begins and ends at midnight in Moscow', () => {
    expect(periodOf('today', now)).toEqual({ from: Date.parse('2026-02-28T21:00Z'), to: Date.parse('2026-03-01T21:00Z'), unit: 'hour' });
    expect(periodOf('yesterday', now).to).toBe(periodOf('today', now).from);
    expect(periodOf('month', now).from).toBe(periodOf('today', now).from);
    expect(periodOf('last_month', now)).toMatchObject({ from: Date.parse('2026-01-31T21:00Z'), to: periodOf('month', now).from });
  });

  it('is divided into whole hours or days', () => {
    expect(unitStarts(periodOf('today', now))).toHaveLength(24);
    expect(unitStarts(periodOf('week', now))).toHaveLength(7);
    expect(unitStarts(periodOf('last_month', now))).toHaveLength(28);
    expect(unitStarts(periodOf('2026-01-31..2026-02-02', now))).toHaveLength(3);
  });
});

describe('a period of chosen days', () => {
  it('includes the last day, and one day is shown by hours', () => {
    expect(periodOfDays('2026-03-01..2026-03-02')).toEqual({
      from: Date.parse('2026-02-28T21:00Z'),
      to: Date.parse('2026-03-02T21:00Z'),
      unit: 'day',
    });
    expect(periodOfDays('2026-03-01..2026-03-01')?.unit).toBe('hour');
    expect(periodOfDays('2026-01-01..2027-01-01')).toBeDefined();
  });

  it.each(['', '2026-03-01', '2026-03-02..2026-03-01', '2026-02-30..2026-03-01', '2026-01-01..2027-01-02', 'a..b', '2026-03-01..'])(
    'refuses %j',
    (text) => {
      expect(periodOfDays(text)).toBeUndefined();
      expect(() => periodOf(text as `${string}..${string}`, 0)).toThrow(RangeError);
    },
  );
});

it('a month of a period has only the days inside it', () => {
  const period = periodOf('2026-10-30..2026-11-02', 0);
  const october = Date.parse('2026-09-30T21:00Z');
  expect(daysOfUnit(october, 'month', period)).toBe('2026-10-30..2026-10-31');
  expect(daysOfUnit(Date.parse('2026-10-31T21:00Z'), 'month', period)).toBe('2026-11-01..2026-11-02');
  expect(daysOfUnit(Date.parse('2026-10-31T21:00Z'), 'day', period)).toBe('2026-11-01..2026-11-01');
});
