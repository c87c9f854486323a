import fc from 'fast-check';
import { expect, test } from 'vitest';
import { imbalances } from '#core/ledger/account.ts';
import { ASSETS, makeOrder, NOW } from '#tests/make/order.ts';
import { decide } from './decide.ts';
import { refundFeeOf, NO_REFUND_FEE } from './refund-fee.ts';

const amount = fc.bigInt({ min: 0n, max: 10n ** 30n });
const rule = fc.record({
  network: fc.boolean(),
  fixed: amount,
  ppm: fc.bigInt({ min: 0n, max: 1_000_000n }),
  capPpm: fc.bigInt({ min: 0n, max: 2_000_000n }),
});

test('a rule withholds between zero and half, and without a rule nothing is withheld', () => {
  fc.assert(
    fc.property(amount, rule, amount, (credited, refundRule, network) => {
      const { max } = refundFeeOf(credited, refundRule, network);
      expect(max >= 0n && max * 2n <= credited).toBe(true);
      expect(refundFeeOf(credited, NO_REFUND_FEE, network).max).toBe(0n);
    }),
  );
});

test('is the network fee, a fixed part and a share, up to the cap', () => {
  const refundRule = { network: true, fixed: 200n, ppm: 10_000n, capPpm: 50_000n };
  expect(refundFeeOf(100_000n, refundRule, 300n)).toEqual({ network: 300n, fixed: 200n, share: 1_000n, max: 1_500n });
  expect(refundFeeOf(10_000n, refundRule, 300n).max).toBe(500n);
});

test('the withheld fee leaves the order with the refund, in one balanced posting, only once the refund is done', () => {
  const order = makeOrder('moderation', { receivedAmount: 100_000n, creditedAmount: 100_000n });
  const refunded = decide(order, { move: 'refund', by: 'operator', now: NOW, note: 'asked', fee: 1_500n }, ASSETS);
  if (!refunded.ok) throw new Error('refused');
  expect(refunded.value.postings).toEqual([]);
  expect(refunded.value.order).toMatchObject({ refundFee: 1_500n, creditedAmount: 100_000n });
  const back = decide(
    refunded.value.order,
    { move: 'complete_refund', by: 'provider', now: NOW, note: null, txHash: null, fee: null },
    ASSETS,
  );
  if (!back.ok) throw new Error('refused');
  const entries = back.value.postings.flatMap(({ entries: all }) => all);
  const of = (kind: string) => entries.filter((entry) => entry.account.kind === kind).reduce((sum, entry) => sum + entry.amount, 0n);
  expect([of('order_in'), of('treasury'), of('income')]).toEqual([100_000n, -98_500n, -1_500n]);
  for (const posting of back.value.postings) expect(imbalances(posting)).toEqual([]);
});

test.each([-1n, 100_000n, 100_001n])('a fee of %s on 100 000 is refused', (fee) => {
  const order = makeOrder('moderation', { receivedAmount: 100_000n, creditedAmount: 100_000n });
  expect(decide(order, { move: 'refund', by: 'operator', now: NOW, note: 'asked', fee }, ASSETS).ok).toBe(false);
});
