import { expect, it } from 'vitest';
import { fraction } from '#core/money/fraction.ts';
import { makeCatalogue, makePaymentSystem } from '#tests/make/catalogue.ts';
import { chosenSystem, outcomeFor } from './price-withdrawal.ts';

const priced = (networkFee: bigint, cents: bigint) =>
  outcomeFor(
    { quotes: { usdOf: () => fraction(1n, 1n) } },
    makePaymentSystem({ code: 'CARDUSD', scale: 2, minAmount: 1_000n, networkFee }),
    cents,
  );

it('three dollars are paid out below the minimum of exchanges, if anything remains after the network fee', () => {
  expect(priced(0n, 300n)).toEqual({ ok: true, value: 300n });
  expect(priced(299n, 300n)).toEqual({ ok: true, value: 1n });
  expect(priced(300n, 300n)).toMatchObject({ ok: false, refusals: [{ code: 'amount_below_minimum' }] });
});

it('a currency not exchanged in a country is not paid out there either', () => {
  const system = makePaymentSystem({ code: 'CARDUSD', currency: 'USD', referalOutputEnabled: true, outcomeEnabled: true });
  const deps = {
    catalogue: makeCatalogue({ paymentSystems: [system], directions: [] }),
    rails: new Map([[system.rail, { capabilities: { paysOut: true } }]]),
    countries: { rules: () => ({ version: 1, everywhere: ['EUR'], byCountry: { KP: ['USD'] } }) },
  } as unknown as Parameters<typeof chosenSystem>[0];
  expect(chosenSystem(deps, { code: 'CARDUSD', country: null })).toMatchObject({ ok: true });
  expect(chosenSystem(deps, { code: 'CARDUSD', country: 'KP' })).toMatchObject({ ok: false, refusals: [{ code: 'country_not_allowed' }] });
  expect(chosenSystem(deps, { code: 'NONE', country: null })).toMatchObject({ ok: false, refusals: [{ code: 'direction_unavailable' }] });
});
