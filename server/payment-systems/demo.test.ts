import { describe, expect, test } from 'vitest';
import { pow10 } from '#core/money/decimals.ts';
import { PAYMENT_SYSTEM_KINDS } from '#core/payment-system/payment-system.ts';
import { DEMO_PAYMENT_SYSTEMS, DEMO_RESERVES, DEMO_SLOTS, demoDirections } from './demo.ts';

const directions = demoDirections(DEMO_PAYMENT_SYSTEMS);
const byCode = new Map(DEMO_PAYMENT_SYSTEMS.map((system) => [system.code, system]));
const systemOf = (code: string) => {
  const system = byCode.get(code);
  if (!system) throw new Error(`no such payment system: ${code}`);
  return system;
};
const directionOf = (income: string, outcome: string) =>
  directions.find((direction) => direction.incomeCode === income && direction.outcomeCode === outcome);

const NAMED_IN_THE_ISSUE =
  'SBERRUB TCSBRUB SBPRUB CARDRUB YAMRUB KSPBKZT MONOBUAH SEPAEUR WISEEUR ADVCUSD PRUSD BTC ETH LTC USDTTRC20 USDTERC20 USDTBEP20 USDCERC20 TRX XMR SOL GRAM DOGE XRP';

test('at least 24 payment systems, every named one, every kind', () => {
  expect(DEMO_PAYMENT_SYSTEMS.length).toBeGreaterThanOrEqual(24);
  expect(NAMED_IN_THE_ISSUE.split(' ').filter((code) => !byCode.has(code))).toEqual([]);
  expect(byCode.size).toBe(DEMO_PAYMENT_SYSTEMS.length);
  expect(new Set(DEMO_PAYMENT_SYSTEMS.map((system) => system.kind))).toEqual(new Set(PAYMENT_SYSTEM_KINDS));
});

describe.each(DEMO_PAYMENT_SYSTEMS.map((system) => [system.code, system] as const))('%s', (_code, system) => {
  test('has funds for many of its largest exchanges', () => expect(DEMO_RESERVES[system.code] ?? 0n).toBeGreaterThan(system.maxAmount));

  test('is open on both sides', () => {
    expect(directions.some((direction) => direction.incomeCode === system.code)).toBe(true);
    expect(directions.some((direction) => direction.outcomeCode === system.code)).toBe(true);
  });
});

test('a guest fills in at most four fields for the popular pairs: amount, e-mail and one field of each side (quality G6)', () => {
  for (const [income, outcome] of [
    ['SBERRUB', 'BTC'],
    ['USDTTRC20', 'SBERRUB'],
    ['BTC', 'SBPRUB'],
    ['YAMRUB', 'USDTTRC20'],
  ] as const) {
    const required = [...systemOf(income).incomeFields, ...systemOf(outcome).outcomeFields].filter((field) => field.required);
    expect(required.length + 2).toBeLessThanOrEqual(4);
  }
});

describe('directions', () => {
  test('are many, unique and never between equal money', () => {
    expect(directions.length).toBeGreaterThan(400);
    expect(new Set(directions.map((direction) => `${direction.incomeCode}>${direction.outcomeCode}`)).size).toBe(directions.length);
    for (const { incomeCode, outcomeCode } of directions) expect(incomeCode).not.toBe(outcomeCode);
    expect(directionOf('USDTTRC20', 'USDTERC20')).toBeUndefined();
    expect(directionOf('SBERRUB', 'TCSBRUB')).toBeUndefined();
    expect(directionOf('CASHRUB', 'SBERRUB')).toBeUndefined();
    expect(directionOf('YAMRUB', 'SBERRUB')).toBeDefined();
  });

  test('have margins from 0.3 to 3 % at every amount, lower for larger ones', () => {
    for (const { marginPpm, steps } of directions) {
      const margins = [marginPpm, ...steps.map((step) => step.marginPpm)];
      expect(Math.max(...margins)).toBeLessThanOrEqual(30_000);
      expect(Math.min(...margins)).toBeGreaterThanOrEqual(3_000);
      expect(margins).toEqual([...margins].sort((a, b) => b - a));
      expect(steps.every((step, index) => index === 0 || step.fromIncome > (steps[index - 1]?.fromIncome ?? 0n))).toBe(true);
    }
    expect(new Set(directions.map((direction) => direction.marginPpm)).size).toBeGreaterThan(50);
  });

  test('both rate types occur; fiat has 20 minutes, crypto an hour (domain 5)', () => {
    expect(new Set(directions.map((direction) => direction.rateType))).toEqual(new Set(['fixed', 'floating']));
    expect(directionOf('SBERRUB', 'BTC')?.paymentWindowMs).toBe(1_200_000);
    expect(directionOf('BTC', 'SBERRUB')?.paymentWindowMs).toBe(3_600_000);
  });
});

test('slots belong to existing directions and are within the limits of the outcome', () => {
  expect(new Set(DEMO_SLOTS.map((slot) => slot.kind))).toEqual(new Set(['express', 'accelerated', 'custom']));
  expect(new Set(DEMO_SLOTS.map((slot) => slot.id)).size).toBe(DEMO_SLOTS.length);
  for (const slot of DEMO_SLOTS) {
    expect(directionOf(slot.incomeCode, slot.outcomeCode)).toBeDefined();
    const outcome = systemOf(slot.outcomeCode);
    for (const amount of [slot.outcomeAmount, slot.minOutcomeAmount, slot.maxOutcomeAmount]) {
      if (amount === null) continue;
      expect(amount >= outcome.minAmount && amount <= outcome.maxAmount).toBe(true);
      expect(amount % pow10(outcome.scale - outcome.precision)).toBe(0n);
    }
  }
});
