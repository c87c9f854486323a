import { describe, expect, it } from 'vitest';
import { makeDirection, makePaymentSystem } from '#tests/make/catalogue.ts';
import { type DirectionRule, directionsByRule, EMPTY_FILTER } from './directions-by-rule.ts';

const systems = [
  makePaymentSystem({ code: 'SBERRUB' }),
  makePaymentSystem({ code: 'YAMRUB', kind: 'e_wallet' }),
  makePaymentSystem({ code: 'BTC', kind: 'crypto', currency: 'BTC', marketSymbol: 'BTC' }),
  makePaymentSystem({ code: 'ETH', kind: 'crypto', currency: 'ETH', marketSymbol: 'ETH', stage: 'draft' }),
  makePaymentSystem({ code: 'DOGE', kind: 'crypto', currency: 'DOGE', marketSymbol: 'DOGE', stage: 'archived' }),
];
const rule = (changes: Partial<DirectionRule>): DirectionRule => ({
  income: { ...EMPTY_FILTER, group: 'fiat' },
  outcome: { ...EMPTY_FILTER, group: 'crypto' },
  settings: { marginPpm: 20_000 },
  existing: 'skip',
  sameCurrency: false,
  ...changes,
});
const pairs = (changes: Partial<DirectionRule>, directions = [makeDirection({ incomeCode: 'SBERRUB', outcomeCode: 'BTC' })]) =>
  directionsByRule(rule(changes), { systems, directions }).map(
    ({ before, after }) => `${after.incomeCode}>${after.outcomeCode} ${before === null ? 'new' : before.marginPpm} ${after.marginPpm}`,
  );

describe('directions by rule (domain 10)', () => {
  it('all fiat to all crypto: includes drafts, excludes archived systems, keeps existing directions', () =>
    expect(pairs({})).toEqual(['SBERRUB>ETH new 20000', 'YAMRUB>BTC new 20000', 'YAMRUB>ETH new 20000']));

  it('overwrites the settings it names and no others', () => {
    expect(pairs({ existing: 'overwrite' })).toContain('SBERRUB>BTC 10000 20000');
    const [first] = directionsByRule(rule({ existing: 'overwrite' }), {
      systems,
      directions: [makeDirection({ incomeCode: 'SBERRUB', outcomeCode: 'BTC', etaMinutes: 77, outcomeFeeFixed: 5n })],
    });
    expect(first?.after).toMatchObject({ etaMinutes: 77, outcomeFeeFixed: 5n, marginPpm: 20_000 });
  });

  it('never connects a system with itself, and systems of one currency only on request', () => {
    const all = { income: EMPTY_FILTER, outcome: EMPTY_FILTER };
    expect(pairs(all, []).some((pair) => pair.startsWith('SBERRUB>YAMRUB'))).toBe(false);
    const wide = pairs({ ...all, sameCurrency: true }, []);
    expect(wide).toContain('SBERRUB>YAMRUB new 20000');
    expect(wide.filter((pair) => /^(\w+)>\1 /.test(pair))).toEqual([]);
  });

  it('narrows by kind, currency and code together', () =>
    expect(
      pairs({ income: { ...EMPTY_FILTER, kinds: ['e_wallet'], currencies: ['RUB'] }, outcome: { ...EMPTY_FILTER, codes: ['BTC'] } }),
    ).toEqual(['YAMRUB>BTC new 20000']));

  it('starts with the payment window and tolerance of the kind of income', () => {
    const [direction] = directionsByRule(
      rule({ income: { ...EMPTY_FILTER, codes: ['BTC'] }, outcome: { ...EMPTY_FILTER, group: 'fiat' } }),
      {
        systems,
        directions: [],
      },
    );
    expect(direction?.after).toMatchObject({ paymentWindowMs: 3_600_000, tolerancePpm: 500, rateType: 'fixed', enabled: true });
  });
});
