import { describe, expect, it } from 'vitest';
import { TOLERATED_GAIN_PPM, TRICK_NAMES, tradeAgainst } from '#tests/make/trader.ts';

/** The same for 10,000 days is a line of `npm run bench`. */
const DAYS = 150;

describe('a customer who pays only when it is profitable', () => {
  it.each(TRICK_NAMES)('gains nothing beyond the tolerance by "%s"', (trick) => {
    expect(tradeAgainst(trick, { days: DAYS, seed: 20_261_121 })).toBeLessThan(TOLERATED_GAIN_PPM);
  });
});
