import { describe, expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { type CompletedExchange, earningsOf, type Term } from './earning.ts';
import {
  cashbackPpm,
  type DatedProgramme,
  DEFAULT_PROGRAMME,
  compareTerms,
  type Programme,
  programmeAt,
  programmeForReferral,
  referralPpm,
} from './programme.ts';

const dollar = fraction(1n, 1n);
const cents = (amount: bigint) => ({ amount, scale: 2, usd: dollar });
const exchanged = (change: Partial<Record<'income' | 'brought' | 'network', bigint>> = {}): CompletedExchange => ({
  income: cents(change.income ?? 10_000n),
  revenue: cents(change.brought ?? 200n),
  network: change.network === undefined ? [] : [cents(change.network)],
});
const referral: Term = { kind: 'referral', userId: 'anna', ratePpm: 5_000 };
const partner: Term = { kind: 'partner', userId: 'boris', ratePpm: 300_000 };
const cashback: Term = { kind: 'cashback', userId: 'vera', ratePpm: 100_000 };
const owed = (given: CompletedExchange, terms: readonly Term[]) => earningsOf(given, terms).map((one) => `${one.kind} ${one.cents}`);

describe('earnings of an exchange', () => {
  it('a referrer gets a percentage of the volume, and the customer a share of the rest', () => {
    expect(owed(exchanged(), [cashback, referral])).toEqual(['referral 50', 'cashback 15']);
    expect(owed(exchanged({ network: 100n }), [cashback, referral])).toEqual(['referral 50', 'cashback 5']);
  });

  it('a partner gets a share of the revenue, and then no referrer is paid', () => {
    expect(owed(exchanged(), [cashback, referral, partner])).toEqual(['partner 60', 'cashback 14']);
  });

  it('without profit there are no earnings, and never a fraction of a cent', () => {
    expect(owed(exchanged({ brought: -1n }), [cashback, partner])).toEqual([]);
    expect(owed(exchanged({ brought: 40n }), [cashback, referral])).toEqual(['referral 50']);
    expect(owed(exchanged({ income: 199n, brought: 0n }), [referral])).toEqual([]);
    expect(owed({ ...exchanged(), income: { amount: 3n, scale: 0, usd: fraction(2n, 3n) } }, [{ ...referral, ratePpm: 10_000 }])).toEqual([
      'referral 2',
    ]);
  });
});

describe('new terms', () => {
  const change = (part: Partial<Programme>, from: Partial<Programme> = {}) =>
    compareTerms({ ...DEFAULT_PROGRAMME, ...from }, { ...DEFAULT_PROGRAMME, ...part });
  const tiers = (...lines: readonly (readonly [number, number])[]) => ({ tiers: lines.map(([from, ratePpm]) => ({ from, ratePpm })) });
  const same = { raisedPpm: [], hasOtherLoosening: false };

  it('are looser where any customer is promised more, at any threshold', () => {
    expect(change({})).toEqual(same);
    expect(change(tiers([0, 5_000], [20, 6_000], [50, 8_000], [100, 9_000], [299, 10_000])).raisedPpm).toEqual([10_000]);
    expect(change(tiers([0, 5_001], [20, 6_000], [50, 8_000], [100, 9_000], [300, 10_000])).raisedPpm).toEqual([5_001]);
    expect(change({ cashbackSteps: [{ aboveUsd: 0, sharePpm: 60_000 }] }).raisedPpm).toEqual([60_000]);
    expect(
      change({
        cashbackSteps: [
          { aboveUsd: 0, sharePpm: 50_000 },
          { aboveUsd: 999, sharePpm: 100_000 },
        ],
      }).raisedPpm,
    ).toEqual([100_000]);
  });

  it('are not looser where every customer is promised the same or less', () => {
    expect(change(tiers([0, 4_000]))).toEqual(same);
    expect(change({ cashbackSteps: [{ aboveUsd: 0, sharePpm: 0 }], holdHours: 48, isReferralOn: false })).toEqual(same);
  });

  it('are looser where a programme is switched on, the hold is shorter, or earlier referrals change terms', () => {
    for (const [after, before] of [
      [{ isReferralOn: true }, { isReferralOn: false }],
      [{ isCashbackOn: true }, { isCashbackOn: false }],
      [{ holdHours: 23 }, {}],
      [{ keepsOld: false }, {}],
    ] as const)
      expect(change(after, before)).toEqual({ raisedPpm: [], hasOtherLoosening: true });
  });
});

describe('terms of the programmes', () => {
  it('give a referrer the tier by counted referrals (R16) and a customer the share by turnover', () => {
    const rates = [0, 19, 20, 49, 50, 99, 100, 299, 300].map((counted) => referralPpm(DEFAULT_PROGRAMME, counted));
    expect(rates).toEqual([5_000, 5_000, 6_000, 6_000, 8_000, 8_000, 9_000, 9_000, 10_000]);
    const shares = [0n, 100_000n, 100_001n, 1_000_000n, 1_000_001n].map((turnover) => cashbackPpm(DEFAULT_PROGRAMME, turnover));
    expect(shares).toEqual([50_000, 50_000, 100_000, 100_000, 150_000]);
  });

  it('apply to earlier referrals unless the version keeps them on their old terms', () => {
    const version = (number: number, keepsOld: boolean): DatedProgramme => ({
      version: number,
      since: number * 10,
      programme: { ...DEFAULT_PROGRAMME, keepsOld },
    });
    const dated = [version(1, true), version(2, false), version(3, true)];
    const of = (boundAt: number, at: number) => programmeForReferral(dated, { boundAt, at }).version;
    expect([of(5, 9), of(5, 15), of(12, 15), of(5, 25), of(25, 35), of(30, 35)]).toEqual([null, null, 1, 2, 2, 3]);
    expect([9, 10, 29, 99].map((at) => programmeAt(dated, at).version)).toEqual([null, 1, 2, 3]);
  });
});
