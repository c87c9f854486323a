import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { type ReserveShareFacts, judgePoolShare, judgeReserveShare, keepsHold, paymentWindowMs, SHORT_WINDOW_MS } from './unpaid.ts';

const shareFacts = (change: Partial<ReserveShareFacts> = {}): ReserveShareFacts => ({
  total: 1_000n,
  unpaidTotal: 10n,
  possible: 10n,
  proven: 10n,
  network: 10n,
  amount: 10n,
  isOrdinary: true,
  isKnown: false,
  ...change,
});

describe('a hold of the reserve', () => {
  it('is given to everyone while the reserve is quiet, for a first order up to the direction’s maximum', () => {
    expect(judgeReserveShare(shareFacts())).toBe('promised');
    expect(judgeReserveShare(shareFacts({ amount: 1_000n, possible: 1_000n, proven: 1_000n, unpaidTotal: 1_000n }))).toBe('promised');
  });

  it('is limited to 30 % per visitor, from the second order on, or the first above the ordinary maximum', () => {
    const second = { amount: 100n };
    expect(judgeReserveShare(shareFacts({ ...second, possible: 300n, proven: 300n, unpaidTotal: 300n }))).toBe('promised');
    expect(judgeReserveShare(shareFacts({ ...second, possible: 301n, proven: 301n, unpaidTotal: 301n }))).toBe('share_exceeded');
    const large = { amount: 400n, possible: 400n, proven: 400n, unpaidTotal: 400n };
    expect(judgeReserveShare(shareFacts(large))).toBe('promised');
    expect(judgeReserveShare(shareFacts({ ...large, isOrdinary: false }))).toBe('share_exceeded');
  });

  it('needs a proof where the share is held by the e-mail alone', () => {
    const named = { amount: 100n, proven: 100n, unpaidTotal: 400n };
    expect(judgeReserveShare(shareFacts({ ...named, possible: 301n }))).toBe('proof_needed');
    expect(judgeReserveShare(shareFacts({ ...named, possible: 300n }))).toBe('promised');
    expect(judgeReserveShare(shareFacts({ ...named, proven: 301n, possible: 301n }))).toBe('share_exceeded');
  });

  it('needs a proof once unpaid orders hold 30 %; above 70 % only customers with a completed order get more', () => {
    expect(judgeReserveShare(shareFacts({ unpaidTotal: 310n }))).toBe('promised');
    expect(judgeReserveShare(shareFacts({ unpaidTotal: 311n }))).toBe('proof_needed');
    expect(judgeReserveShare(shareFacts({ unpaidTotal: 700n }))).toBe('proof_needed');
    expect(judgeReserveShare(shareFacts({ unpaidTotal: 701n }))).toBe('kept_for_known');
    expect(judgeReserveShare(shareFacts({ unpaidTotal: 1_000n, isKnown: true }))).toBe('proof_needed');
  });

  it('above 45 % is refused to strangers of a network that holds more than 30 %, never for the network alone', () => {
    const crowd = { unpaidTotal: 460n, network: 310n };
    expect(judgeReserveShare(shareFacts(crowd))).toBe('kept_for_known');
    expect(judgeReserveShare(shareFacts({ ...crowd, isKnown: true }))).toBe('proof_needed');
    expect(judgeReserveShare(shareFacts({ ...crowd, network: 300n }))).toBe('proof_needed');
    expect(judgeReserveShare(shareFacts({ ...crowd, unpaidTotal: 450n }))).toBe('proof_needed');
    expect(judgeReserveShare(shareFacts({ unpaidTotal: 460n, network: 460n, amount: 460n, possible: 460n, proven: 460n }))).toBe(
      'promised',
    );
  });

  it('shortens the payment window above 45 %, never beyond the direction’s own', () => {
    const hour = 60 * MINUTE_MS;
    expect(paymentWindowMs({ total: 1_000n, unpaidTotal: 450n }, hour)).toBe(hour);
    expect(paymentWindowMs({ total: 1_000n, unpaidTotal: 451n }, hour)).toBe(SHORT_WINDOW_MS);
    expect(paymentWindowMs({ total: 1_000n, unpaidTotal: 999n }, 5 * MINUTE_MS)).toBe(5 * MINUTE_MS);
  });

  it('ends with a claim alone; a cheque keeps it while it is searched for, longer where the reserve is quiet', () => {
    const quiet = { total: 1_000n, unpaidTotal: 300n };
    const pressed = { total: 1_000n, unpaidTotal: 301n };
    const claim = (status: 'payment_claimed' | 'moderation', hasCheque: boolean) => ({ status, hasCheque });
    expect(keepsHold(claim('payment_claimed', false), quiet)).toBe(false);
    expect(keepsHold(claim('payment_claimed', true), pressed)).toBe(true);
    expect(keepsHold(claim('moderation', true), quiet)).toBe(true);
    expect(keepsHold(claim('moderation', true), pressed)).toBe(false);
  });
});

describe('a requisite of a pool', () => {
  const place = (change: Partial<ReserveShareFacts>) => judgePoolShare(shareFacts({ total: 7_000n, amount: 1_000n, ...change }));

  it('is given to a first order while one is free; a visitor’s second is limited to 30 %', () => {
    expect(judgePoolShare(shareFacts({ total: 1_000n, amount: 1_000n, unpaidTotal: 1_000n, proven: 1_000n, network: 1_000n }))).toBe(
      'promised',
    );
    expect(place({ unpaidTotal: 2_000n, proven: 2_000n, network: 2_000n })).toBe('promised');
    expect(place({ unpaidTotal: 3_000n, proven: 3_000n, network: 3_000n })).toBe('share_exceeded');
  });

  it('is refused only to strangers of a network that uses 30 % of a pool under pressure', () => {
    expect(place({ unpaidTotal: 3_000n, proven: 1_000n, network: 3_000n })).toBe('promised');
    expect(place({ unpaidTotal: 4_000n, proven: 1_000n, network: 4_000n })).toBe('kept_for_known');
    expect(place({ unpaidTotal: 4_000n, proven: 1_000n, network: 4_000n, isKnown: true })).toBe('promised');
    expect(place({ unpaidTotal: 7_000n, proven: 1_000n, network: 1_000n })).toBe('promised');
  });
});
