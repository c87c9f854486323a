import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { priceDirection } from '#core/pricing/direction-price.ts';
import { NO_CONDITIONS, termsOf } from '#core/pricing/price-terms.ts';
import { price, priceReceived } from '#core/pricing/price.ts';
import { makeDirection, TEST_PAYMENT_SYSTEMS } from '#tests/make/catalogue.ts';
import { ASSETS, makeOrder, makeQuote, NOW } from '#tests/make/order.ts';
import { decide } from './decide.ts';
import { estimateOf } from './estimate.ts';
import { type PaymentFacts, moveForPayment } from './payment.ts';
import type { PaymentTerms } from './requote-options.ts';

const systemOf = (code: string) => {
  const found = TEST_PAYMENT_SYSTEMS.find((system) => system.code === code);
  if (!found) throw new Error(code);
  return found;
};
const [income, outcome] = [systemOf('USDTTRC20'), systemOf('SBERRUB')];
const PAIR = { incomeCode: income.code, outcomeCode: outcome.code };

/** An estimate at this market price: hundredths of a rouble per dollar. */
function marketAt(hundredths: bigint, marginPpm: number) {
  const direction = makeDirection({ ...PAIR, rateType: 'floating', marginPpm });
  const terms = termsOf(direction, outcome, NO_CONDITIONS);
  const usd = { incomeUsd: fraction(1n, 1n), outcomeUsd: fraction(100n, hundredths) };
  const at = priceDirection({ direction, income, outcome, ...usd, premiumPpm: 0, terms });
  const payment: PaymentTerms = {
    tolerancePpm: direction.tolerancePpm,
    extraAmount: 0n,
    outcomeDecimals: outcome,
    minIncome: income.minAmount,
    takesAnyAmount: true,
    recalculate: (incomeAmount) => {
      const priced = priceReceived(at, incomeAmount);
      return priced && makeQuote({ ...priced, rateType: 'floating' });
    },
  };
  return { at, payment };
}

const moment = fc.bigInt({ min: 2_000n, max: 30_000n });

it('a floating order settles at the estimate and the quote of that moment, up or down', () => {
  fc.assert(
    fc.property(
      fc.array(moment, { minLength: 2, maxLength: 5 }),
      fc.bigInt({ min: 2_000n, max: 1_500_000n }),
      fc.integer({ min: 0, max: 50_000 }),
      (market, hundredths, marginPpm) => {
        const incomeAmount = hundredths * 10_000n;
        const [first = 0n, ...later] = market;
        const agreed = priceReceived(marketAt(first, marginPpm).at, incomeAmount);
        if (!agreed) return;
        let order = makeOrder('awaiting_payment', { rateType: 'floating', incomeAmount, outcomeAmount: agreed.outcomeAmount });
        for (const [i, roubles] of later.entries()) {
          const { at, payment } = marketAt(roubles, marginPpm);
          const isFinal = i === later.length - 1;
          const facts: PaymentFacts = {
            received: incomeAmount,
            final: isFinal ? incomeAmount : 0n,
            inTime: 0n,
            finalInTime: 0n,
            uncredited: isFinal ? incomeAmount : 0n,
            reversed: 0n,
            returned: 0n,
            isDeclined: false,
            confirmations: i,
            requiredConfirmations: later.length,
            firstSeenAt: NOW + i,
            txHash: '0xabc',
            provider: 'sandbox',
            by: 'provider',
          };
          const quoted = price(at, { side: 'income', amount: incomeAmount, reserve: 10n ** 30n, slot: null });
          const estimate = estimateOf(order, payment)?.outcomeAmount;
          expect(estimate).toBe(priceReceived(at, incomeAmount)?.outcomeAmount);
          for (let cause = moveForPayment(order, facts, payment, NOW); cause; cause = moveForPayment(order, facts, payment, NOW)) {
            const decided = decide(order, cause, ASSETS);
            if (!decided.ok) throw new Error(`${cause.move} refused`);
            order = decided.value.order;
          }
          if (!isFinal) continue;
          expect(order.status).toBe('paid');
          expect(order.outcomeAmount).toBe(estimate);
          if (quoted.ok) expect(order.outcomeAmount).toBe(quoted.value.outcomeAmount);
          expect(estimateOf(order, payment)).toBeUndefined();
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('estimates the received amount where it is the agreed one; nothing for a fixed rate or without a rate', () => {
  const { payment } = marketAt(9_000n, 0);
  const floating = makeOrder('payment_detected', { rateType: 'floating', receivedAmount: 100_050_000n });
  expect(estimateOf(floating, payment)?.incomeAmount).toBe(100_050_000n);
  expect(estimateOf({ ...floating, receivedAmount: 90_000_000n }, payment)?.incomeAmount).toBe(100_000_000n);
  expect(estimateOf({ ...floating, rateType: 'fixed' }, payment)).toBeUndefined();
  expect(estimateOf(floating, { ...payment, recalculate: () => undefined })).toBeUndefined();
});
