import { describe, expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { judgeDirection, judgeSystem, marginRange } from './guards.ts';

const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };
const income = makePaymentSystem({ code: 'USDTTRC20', scale: 6 });
const outcome = makePaymentSystem({ code: 'SBERRUB' });
const direction = (given: Partial<ReturnType<typeof makeDirection>> = {}) => makeDirection({ ...PAIR, ...given });
type DirectionChange = Parameters<typeof direction>[0] | null;
const judge = (before: DirectionChange, after: DirectionChange, reserve = 1_000_000n) =>
  judgeDirection({
    before: before === null ? null : direction(before),
    after: after === null ? null : direction(after),
    income,
    outcome,
    reserve,
    reference: fraction(90n, 1n),
  }).map(({ guard, value }) => `${guard} ${value}`);

describe('guard bands of a direction', () => {
  it('lets one person change within the bounds', () => {
    expect(judge({ marginPpm: 10_000 }, { marginPpm: 0 })).toEqual([]);
    expect(judge({ marginPpm: 10_000 }, { marginPpm: 30_000 })).toEqual([]);
    expect(judge(null, { marginPpm: 20_000 })).toEqual([]);
    expect(judge({ marginPpm: 10_000 }, null)).toEqual([]);
  });

  it('needs two people for a margin below zero, in any setting', () => {
    expect(judge({}, { marginPpm: -1 })).toEqual(['margin_below_zero -1']);
    expect(judge({}, { steps: [{ fromIncome: 1n, marginPpm: -2 }] })).toEqual(['margin_below_zero -2']);
    expect(judge({}, { marginPpm: 1_000, marginByReserve: [{ belowReserve: 1n, addPpm: -1_500 }] })).toEqual(['margin_below_zero -500']);
    const night = { fromMinute: 0, toMinute: 60, days: null };
    expect(
      judge(
        {},
        {
          marginPpm: 1_000,
          marginByHour: [
            { ...night, addPpm: -600 },
            { ...night, addPpm: -600 },
          ],
        },
      ),
    ).toEqual(['margin_below_zero -200']);
    expect(judge({}, { monitorRule: { place: 1, leastMarginPpm: -3, mostMarginPpm: null } })).toEqual(['margin_below_zero -3']);
  });

  it('needs two people for a rate more than 3 % from the market, fees included, in either direction', () => {
    expect(judge({}, { marginPpm: 30_001 })).toEqual(['rate_off_market -30001']);
    expect(judge({}, { marginPpm: 20_000, incomeFeePpm: 10_000, outcomeFeePpm: 1_000 })).toEqual(['rate_off_market -30771']);
    expect(judge({}, { marginPpm: -30_001 })).toEqual(['margin_below_zero -30001', 'rate_off_market 30001']);
  });

  it('needs two people for a large tolerance, which pays out in full for less', () => {
    expect(judge({ tolerancePpm: 5_000 }, { tolerancePpm: 30_000 })).toEqual([]);
    expect(judge({ tolerancePpm: 5_000 }, { tolerancePpm: 100_000 })).toEqual(['rate_off_market 100000']);
    expect(judge({ tolerancePpm: 90_000 }, { tolerancePpm: 90_000, etaMinutes: 3 })).toEqual([]);
  });

  it('lets one person move the price nearer to the market, or leave it unchanged', () => {
    expect(judge({ marginPpm: 80_000 }, { marginPpm: 50_000 })).toEqual([]);
    expect(judge({ marginPpm: 80_000 }, { marginPpm: 80_000, etaMinutes: 3 })).toEqual([]);
    expect(judge({ marginPpm: -500 }, { marginPpm: -100 })).toEqual([]);
    expect(judge({ marginPpm: 80_000 }, { marginPpm: 80_001 })).toEqual(['rate_off_market -80001']);
  });

  it('treats a direction that is switched on as new, and ignores one that is off', () => {
    expect(judge({ enabled: false, marginPpm: 80_000 }, { marginPpm: 80_000 })).toEqual(['rate_off_market -80000']);
    expect(judge({}, { enabled: false, marginPpm: -80_000 })).toEqual([]);
  });

  it('needs two people for an upper limit raised above the reserve', () => {
    // 112 USDT at 90 are 10,080 roubles of 10,000
    expect(judge({ maxIncome: 50_000_000n }, { maxIncome: 112_000_000n })).toEqual(['limit_above_reserve 112000000']);
    expect(judge({ maxIncome: 50_000_000n }, { maxIncome: 111_000_000n })).toEqual([]);
    expect(judge({ maxIncome: 200_000_000n }, { maxIncome: 150_000_000n })).toEqual([]);
    expect(judge({ maxIncome: null }, { maxIncome: 200_000_000n })).toEqual([]);
    expect(judge(null, { maxIncome: 200_000_000n }, 0n)).toEqual([]);
  });
});

describe('the range of margins of a direction', () => {
  it('adds one reserve level and all hours that may overlap', () => {
    const given = direction({
      marginPpm: 10_000,
      steps: [{ fromIncome: 5n, marginPpm: 8_000 }],
      marginByReserve: [
        { belowReserve: 1n, addPpm: 5_000 },
        { belowReserve: 2n, addPpm: 2_000 },
      ],
      marginByHour: [{ fromMinute: 0, toMinute: 60, days: null, addPpm: 1_000 }],
    });
    expect(marginRange(given)).toEqual({ min: 8_000, max: 16_000 });
  });
});

describe('guard bands of a payment system', () => {
  const system = (maxAmount: bigint, outcomeEnabled = true) => makePaymentSystem({ code: 'X', maxAmount, outcomeEnabled });
  const judged = { before: system(5n), reserve: 10n, repriced: null, hasMovements: true };
  it('needs two people for an upper limit raised above the reserve while it pays out', () => {
    expect(judgeSystem({ ...judged, after: system(11n) })).toEqual([{ guard: 'limit_above_reserve', value: 11n }]);
    expect(judgeSystem({ ...judged, after: system(10n) })).toEqual([]);
    expect(judgeSystem({ ...judged, after: system(11n, false) })).toEqual([]);
    expect(judgeSystem({ ...judged, before: null, after: system(11n) })).toEqual([]);
  });
  it('needs two people where existing money would be priced more than 3 % differently', () => {
    const priced = (now: bigint | null, next: bigint | null) =>
      judgeSystem({
        ...judged,
        before: null,
        after: system(1n),
        repriced: { now: now === null ? undefined : fraction(now, 100n), next: next === null ? undefined : fraction(next, 100n) },
      }).map(({ guard, value }) => `${guard} ${value}`);
    expect([priced(100n, 103n), priced(100n, 97n)]).toEqual([[], []]);
    expect(priced(100n, 104n)).toEqual(['rate_off_market 40000']);
    expect(priced(100n, 1n)).toEqual(['rate_off_market -990000']);
    expect([priced(null, 1n), priced(1n, null)]).toEqual([['rate_off_market 1000000'], ['rate_off_market 1000000']]);
  });
  it('needs two people, once money has moved, for another source of reports or fewer confirmations', () => {
    const before = makePaymentSystem({ code: 'X', requiredConfirmations: 3, railSettings: { contract: '0x1', chain_id: '1' } });
    const change = (given: Partial<typeof before>, hasMovements = true) =>
      judgeSystem({ ...judged, before, after: { ...before, ...given }, hasMovements: hasMovements }).map(({ guard }) => guard);
    for (const given of [{ rail: 'other' }, { railSettings: { contract: '0x2', chain_id: '1' } }, { requiredConfirmations: 0 }]) {
      expect(change(given)).toEqual(['counted_otherwise']);
      expect(change(given, false)).toEqual([]);
    }
    expect(change({ requiredConfirmations: 9, railSettings: { chain_id: '1', contract: '0x1' } })).toEqual([]);
  });
});
