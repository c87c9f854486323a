import { describe, expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { isCounted, nextTier, tierOf } from './tiers.ts';

describe('tiers of the referral programme (R16)', () => {
  it.each([
    [0, 5n],
    [19, 5n],
    [20, 6n],
    [49, 6n],
    [50, 8n],
    [99, 8n],
    [100, 9n],
    [299, 9n],
    [300, 10n],
    [100_000, 10n],
  ])('pays with %i counted referrals %d tenths of a percent', (counted, tenths) => {
    expect(tierOf(counted).rate).toEqual(fraction(tenths, 1000n));
  });

  it('names the next tier, and none after the last', () => {
    expect([0, 19, 20, 299, 300].map((counted) => nextTier(counted)?.from)).toEqual([20, 20, 50, 300, undefined]);
  });

  it('counts a referral strictly beyond 5000 roubles', () => {
    expect([499_999n, 500_000n, 500_001n].map(isCounted)).toEqual([false, false, true]);
  });
});
