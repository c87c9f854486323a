import { expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { makePaymentSystem } from '#tests/make/catalogue.ts';
import { outcomeFor } from './price-withdrawal.ts';

const priced = (networkFee: bigint, cents: bigint) =>
  outcomeFor(
    { quotes: { usdOf: () => fraction(1n, 1n) } },
    makePaymentSystem({ code: 'CARDUSD', scale: 2, minAmount: 1_000n, networkFee }),
    cents,
  );

it('three dollars are paid whatever the least of an exchange is, where sending leaves something of them', () => {
  expect(priced(0n, 300n)).toEqual({ ok: true, value: 300n });
  expect(priced(299n, 300n)).toEqual({ ok: true, value: 1n });
  expect(priced(300n, 300n)).toMatchObject({ ok: false, refusals: [{ code: 'amount_below_minimum' }] });
});
