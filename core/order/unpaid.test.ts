import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { type AskedPromise, judgePlace, judgePromise, keepsHold, paymentWindowUnder, PRESSED_WINDOW_MS } from './unpaid.ts';

const asked = (change: Partial<AskedPromise> = {}): AskedPromise => ({
  whole: 1_000n,
  all: 10n,
  own: 10n,
  his: 10n,
  network: 10n,
  amount: 10n,
  isOrdinary: true,
  isKnown: false,
  ...change,
});

describe('a promise of a reserve', () => {
  it('on a quiet reserve is made to anybody, a first order up to the direction’s maximum', () => {
    expect(judgePromise(asked())).toBe('promised');
    expect(judgePromise(asked({ amount: 1_000n, own: 1_000n, his: 1_000n, all: 1_000n }))).toBe('promised');
  });

  it('holds one visitor to 30 %: from his second order on, or the first where it is more than the ordinary maximum', () => {
    const second = { amount: 100n };
    expect(judgePromise(asked({ ...second, own: 300n, his: 300n, all: 300n }))).toBe('promised');
    expect(judgePromise(asked({ ...second, own: 301n, his: 301n, all: 301n }))).toBe('share_exceeded');
    const large = { amount: 400n, own: 400n, his: 400n, all: 400n };
    expect(judgePromise(asked(large))).toBe('promised');
    expect(judgePromise(asked({ ...large, isOrdinary: false }))).toBe('share_exceeded');
  });

  it('asks for a proof where the share is held in the name of the e-mail alone', () => {
    const named = { amount: 100n, his: 100n, all: 400n };
    expect(judgePromise(asked({ ...named, own: 301n }))).toBe('proof_needed');
    expect(judgePromise(asked({ ...named, own: 300n }))).toBe('promised');
    expect(judgePromise(asked({ ...named, his: 301n, own: 301n }))).toBe('share_exceeded');
  });

  it('asks for a proof once unpaid orders of all hold 30 %, and keeps what is above 70 % for those who have completed an order', () => {
    expect(judgePromise(asked({ all: 310n }))).toBe('promised');
    expect(judgePromise(asked({ all: 311n }))).toBe('proof_needed');
    expect(judgePromise(asked({ all: 700n }))).toBe('proof_needed');
    expect(judgePromise(asked({ all: 701n }))).toBe('kept_for_known');
    expect(judgePromise(asked({ all: 1_000n, isKnown: true }))).toBe('proof_needed');
  });

  it('keeps what is above 45 % from strangers of a network that holds more than 30 %, never from a network alone', () => {
    const crowd = { all: 460n, network: 310n };
    expect(judgePromise(asked(crowd))).toBe('kept_for_known');
    expect(judgePromise(asked({ ...crowd, isKnown: true }))).toBe('proof_needed');
    expect(judgePromise(asked({ ...crowd, network: 300n }))).toBe('proof_needed');
    expect(judgePromise(asked({ ...crowd, all: 450n }))).toBe('proof_needed');
    expect(judgePromise(asked({ all: 460n, network: 460n, amount: 460n, own: 460n, his: 460n }))).toBe('promised');
  });

  it('leaves less time to pay above 45 %, never more than the direction’s own', () => {
    const hour = 60 * MINUTE_MS;
    expect(paymentWindowUnder({ whole: 1_000n, all: 450n }, hour)).toBe(hour);
    expect(paymentWindowUnder({ whole: 1_000n, all: 451n }, hour)).toBe(PRESSED_WINDOW_MS);
    expect(paymentWindowUnder({ whole: 1_000n, all: 999n }, 5 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  });

  it('is not kept by words; by a cheque while it is looked for, and longer where nobody else wants the reserve', () => {
    const quiet = { whole: 1_000n, all: 300n };
    const pressed = { whole: 1_000n, all: 301n };
    const claim = (status: 'payment_claimed' | 'moderation', hasCheque: boolean) => ({ status, hasCheque });
    expect(keepsHold(claim('payment_claimed', false), quiet)).toBe(false);
    expect(keepsHold(claim('payment_claimed', true), pressed)).toBe(true);
    expect(keepsHold(claim('moderation', true), quiet)).toBe(true);
    expect(keepsHold(claim('moderation', true), pressed)).toBe(false);
  });
});

describe('a place in a pool', () => {
  const place = (change: Partial<AskedPromise>) => judgePlace(asked({ whole: 7_000n, amount: 1_000n, ...change }));

  it('is a first order’s while there is one; a second of the same visitor is held to 30 %', () => {
    expect(judgePlace(asked({ whole: 1_000n, amount: 1_000n, all: 1_000n, his: 1_000n, network: 1_000n }))).toBe('promised');
    expect(place({ all: 2_000n, his: 2_000n, network: 2_000n })).toBe('promised');
    expect(place({ all: 3_000n, his: 3_000n, network: 3_000n })).toBe('share_exceeded');
  });

  it('is kept from strangers of a network that has 30 % of a pool under pressure, and from nobody else', () => {
    expect(place({ all: 3_000n, his: 1_000n, network: 3_000n })).toBe('promised');
    expect(place({ all: 4_000n, his: 1_000n, network: 4_000n })).toBe('kept_for_known');
    expect(place({ all: 4_000n, his: 1_000n, network: 4_000n, isKnown: true })).toBe('promised');
    expect(place({ all: 7_000n, his: 1_000n, network: 1_000n })).toBe('promised');
  });
});
