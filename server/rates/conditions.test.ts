import { expect, it, vi } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import type { MonitorRate } from '#server/adapters/monitors/port.ts';
import { makeCatalogue, makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { conditionsFromJson, conditionsToJson } from '#server/market/snapshot.ts';
import { createConditions } from './conditions.ts';

const NOW = Date.parse('2026-11-21T20:30:00Z');
const PRICES = new Map([
  ['RUB', fraction(1n, 100n)],
  ['ETH', fraction(3_000n, 1n)],
]);

const rule = { place: 2, leastMarginPpm: 0, mostMarginPpm: null };
const catalogue = makeCatalogue({
  paymentSystems: [
    makePaymentSystem({ code: 'A' }),
    makePaymentSystem({ code: 'B', rail: 'chain' }),
    makePaymentSystem({ code: 'C', rail: 'hanging' }),
    makePaymentSystem({ code: 'D', rail: 'broken' }),
  ],
  directions: [
    makeDirection({ incomeCode: 'A', outcomeCode: 'B', marginByReserve: [{ belowReserve: 5n, addPpm: 1 }] }),
    makeDirection({ incomeCode: 'B', outcomeCode: 'A', monitorRule: rule }),
    makeDirection({ incomeCode: 'C', outcomeCode: 'A', monitorRule: { ...rule, place: 9 } }),
  ],
  reserves: { A: 7n, B: 3n },
});

const rival = (exchangerId: string, rate: bigint, reserve: bigint | null = 1n): MonitorRate => ({
  exchangerId,
  exchanger: '',
  rate: fraction(rate, 1n),
  reserve: reserve === null ? null : fraction(reserve, 1n),
});
const LIST = [rival('ours', 105n), rival('empty', 104n, 0n), rival('x', 103n), rival('y', 102n, null), rival('z', 101n)];

function make(listsTakenAt = NOW) {
  const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const chain = { name: 'chain', estimateNetworkFee: async () => ({ amount: 10n ** 15n, marketSymbol: 'ETH', scale: 18 }) };
  const hanging = { name: 'hanging', estimateNetworkFee: () => new Promise<never>(() => undefined) };
  const broken = { name: 'broken', estimateNetworkFee: () => Promise.reject(new Error('no')) };
  const rails = new Map([chain, hanging, broken].map((rail) => [rail.name, rail as unknown as Rail]));
  const lists = { takenAt: listsTakenAt, ratesOf: (income: string) => (income === 'B' || income === 'C' ? LIST : []) };
  const watched = { monitor: { lists: () => lists }, ownExchangerId: 'ours' };
  const conditions = createConditions({ catalogue, rails, clock: { now: () => NOW }, log, watched });
  return { conditions, log };
}

it('combine the Moscow hour, the needed reserves and the target rate, without us and exchangers without a reserve', () => {
  const { conditions } = make();
  const taken = conditions.at(PRICES, NOW);
  expect(taken.time).toEqual({ weekday: 6, minute: 23 * 60 + 30 });
  expect([...taken.reserves]).toEqual([['B', 3n]]);
  expect([...taken.places]).toEqual([['B>A', fraction(102n, 1n)]]);
  expect(conditionsFromJson(JSON.parse(conditionsToJson(taken)))).toEqual(taken);
  expect(conditionsFromJson({})).toEqual({ time: null, reserves: new Map(), networkFees: new Map(), places: new Map() });
});

it('ignore a list older than five minutes', () => {
  expect(make(NOW - 5 * MINUTE_MS - 1).conditions.at(PRICES, NOW).places.size).toBe(0);
});

it('ask every rail; one that hangs or fails does not affect the others, and a fee is valid for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { conditions, log } = make();
  const refreshing = conditions.refreshFees();
  await vi.advanceTimersByTimeAsync(5_000);
  await refreshing;
  vi.useRealTimers();
  // 0.001 ETH = 3 dollars = 300 roubles
  expect([...conditions.at(PRICES, NOW).networkFees]).toEqual([['B', 30_000n]]);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(conditions.at(new Map([['RUB', fraction(1n, 100n)]]), NOW).networkFees.size).toBe(0);
  expect(conditions.at(PRICES, NOW + 5 * MINUTE_MS + 1).networkFees.size).toBe(0);
});
