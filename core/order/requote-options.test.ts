import { describe, expect, it } from 'vitest';
import { TOLERATED_GAIN_PPM, TRICK_NAMES, tradeAgainst } from '#tests/make/trader.ts';
import { makeOrder } from '#tests/make/order.ts';
import type { RequoteReason } from './order.ts';
import { requoteFactOf } from './requote-options.ts';

/** The same for 10,000 days is a line of `npm run bench`. */
const DAYS = 150;

describe('a customer who pays only when it is profitable', () => {
  it.each(TRICK_NAMES)('gains nothing beyond the tolerance by "%s"', (trick) => {
    expect(tradeAgainst(trick, { days: DAYS, seed: 20_261_121 })).toBeLessThan(TOLERATED_GAIN_PPM);
  });
});

const came = (received: bigint, reason: RequoteReason) =>
  makeOrder('requote', {
    incomeAmount: 900_000n,
    askedAmount: 900_001n,
    requote: { reason, receivedAmount: received, held: false, options: [], expiresAt: 0 },
  });

describe('the fact behind a requote', () => {
  it.each([
    [899_998n, 'short', 'short'],
    [950_000n, 'over', 'over'],
    [900_001n, 'late', 'late'],
    [100n, 'reopened', 'short'],
    [900_000n, 'reopened', 'closed'],
    [900_001n, 'reopened', 'closed'],
    [900_003n, 'reopened', 'over'],
    [0n, 'quote_expired', 'rate'],
  ] as const)('for %s kopecks received where 900001 were asked (%s) is %s', (received, reason, fact) => {
    expect(requoteFactOf(came(received, reason), { tolerancePpm: 0, extraAmount: 2n })).toBe(fact);
  });
});
