import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Slot } from '#core/slots/slot.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import { makeCatalogue } from '#tests/make/catalogue.ts';
import { makeRates, PRICED_AT, type TestRates } from '#tests/make/rates.ts';
import { STALE_MS } from './price-board.ts';
import { rateRoutes } from './routes.ts';

const SLOT: Slot = {
  id: '11111111-1111-4111-8111-111111111111',
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  kind: 'express',
  outcomeAmount: 5_000_000n,
  minOutcomeAmount: null,
  maxOutcomeAmount: null,
  premiumPpm: 2_000,
  etaMinutes: 2,
  createdAt: 0,
};
const HEADERS = { 'content-type': 'application/vnd.api+json', 'site-locale': 'en' };
const PAIR = { income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' };

let made: TestApp;
let rates: TestRates;
beforeEach(async () => {
  rates = await makeRates({ slots: [SLOT], catalogue: makeCatalogue({ reserves: { SBERRUB: 20_000_000n } }) });
  made = await createTestApp(rateRoutes(rates));
});
afterEach(() => made.close());

async function ask(call: string, attributes: Readonly<Record<string, unknown>>) {
  const payload = JSON.stringify({ data: { type: 'rate_calculations', attributes: { ...PAIR, ...attributes } } });
  const answer = await made.app.inject({ method: 'POST', url: `/api/v1/rate_calculations/${call}`, headers: HEADERS, payload });
  return {
    status: answer.statusCode,
    body: answer.json<{ data: { id: string; attributes: Record<string, unknown> } | null; errors?: Record<string, unknown>[] }>(),
  };
}
const errorOf = async (call: string, attributes: Readonly<Record<string, unknown>>) => {
  const { status, body } = await ask(call, attributes);
  const [error] = body.errors ?? [];
  return {
    status,
    code: error?.['code'],
    pointer: (error?.['source'] as { pointer?: string } | undefined)?.pointer,
    detail: error?.['detail'],
    meta: error?.['meta'],
  };
};

describe('a currency excluded in a country', () => {
  const RULES = { version: 2, everywhere: ['XMR'], byCountry: { DE: ['USDT'], FR: ['RUB'] } };
  const inCountry = async (country: string | null, rules = RULES) => {
    await made.close();
    made = await createTestApp(rateRoutes({ ...rates, countries: { rules: () => rules, countryOf: async () => country } }));
  };

  it.each([
    ['DE', 'USDT isn’t exchanged in your country.', '/data/attributes/income_payment_system_id'],
    ['FR', 'RUB isn’t exchanged in your country.', '/data/attributes/outcome_payment_system_id'],
  ])('is refused at the quote in %s, from either side and for a slot', async (country, detail, pointer) => {
    await inCountry(country);
    for (const [call, attributes] of [
      ['from_income', { income_amount: '100' }],
      ['from_outcome', { outcome_amount: '9000' }],
      ['first_slot', {}],
    ] as const)
      expect(await errorOf(call, attributes)).toMatchObject({ status: 422, code: 'country_not_allowed', detail, pointer });
  });

  it('is refused, with another code if excluded everywhere, and quoted if it is allowed or the country is unknown', async () => {
    await inCountry('DE', { ...RULES, everywhere: ['USDT'] });
    expect(await errorOf('from_income', { income_amount: '100' })).toMatchObject({
      code: 'country_not_allowed',
      detail: 'We don’t exchange USDT at the moment.',
    });
    for (const country of ['US', null]) {
      await inCountry(country);
      expect((await ask('from_income', { income_amount: '100' })).status).toBe(200);
    }
  });
});

describe('POST rate_calculations', () => {
  it.each([
    ['100.', '100'],
    ['100,5', '100.5'],
    ['1\u00A0000', '1000'],
    [' 0100.50 ', '100.5'],
  ])('from_income understands %j and echoes %s (R13)', async (text, canonical) => {
    const { status, body } = await ask('from_income', { income_amount: text });
    expect([status, body.data?.attributes['income_amount']]).toEqual([200, canonical]);
    expect(rates.quotes.read(body.data?.id ?? '')?.incomeCode).toBe('USDTTRC20');
  });

  const RANGE = /^Amount must be a number, greater than 20\u00A0USDT and less than \d[\d\u00A0.]*\u00A0USDT\.$/;
  const DECIMALS = 'USDT takes at most 2 decimals.';
  it.each([
    ['', RANGE],
    ['1e3', RANGE],
    ['0x10', RANGE],
    ['１００', RANGE],
    ['-0', RANGE],
    ['+100', RANGE],
    ['NaN', RANGE],
    ['1e309', RANGE],
    ['1'.repeat(40), 'The number is too long.'],
    [`100.${'1'.repeat(30)}`, DECIMALS],
    ['100.001', DECIMALS],
    ['0', RANGE],
  ])('from_income refuses %j at the amount, with the reason and both limits (R13)', async (text, words) => {
    const error = await errorOf('from_income', { income_amount: text });
    expect(error).toMatchObject({ status: 422, code: 'not_allowed_amount', pointer: '/data/attributes/income_amount' });
    expect(error.detail).toMatch(words);
    expect(Object.keys(error.meta ?? {}).toSorted()).toEqual([
      'limit_reasons',
      'max_income_amount',
      'max_outcome_amount',
      'min_income_amount',
      'min_outcome_amount',
      'suggestions',
    ]);
  });

  const [ru, en] = [
    ['1610\u00A0₽', '200\u00A0000\u00A0₽'],
    ['1610\u00A0RUB', '200\u00A0000\u00A0RUB'],
  ] as const;
  it.each([
    ['1', `Слишком мало: минимум ${ru[0]}, максимум ${ru[1]}.`, `Too small: minimum ${en[0]}, maximum ${en[1]}.`],
    ['9'.repeat(20), `Слишком много: максимум ${ru[1]}, минимум ${ru[0]}.`, `Too large: maximum ${en[1]}, minimum ${en[0]}.`],
    [
      '1e9',
      `Сумма должна быть числом больше ${ru[0]} и меньше ${ru[1]}.`,
      `Amount must be a number, greater than ${en[0]} and less than ${en[1]}.`,
    ],
  ])(
    'reports whether %s is too small, too large or no number, with limits in the reader’s money format',
    async (amount, inRussian, inEnglish) => {
      const detailIn = async (locale: string) => {
        const answer = await made.app.inject({
          method: 'POST',
          url: '/api/v1/rate_calculations/from_outcome',
          headers: { ...HEADERS, 'site-locale': locale },
          payload: JSON.stringify({ data: { type: 'rate_calculations', attributes: { ...PAIR, outcome_amount: amount } } }),
        });
        return answer.json<{ errors: { detail: string }[] }>().errors[0]?.detail;
      };
      expect(await detailIn('ru')).toBe(inRussian);
      expect(await detailIn('en')).toBe(inEnglish);
    },
  );

  it.each([0.1, 100, null, true, ['100'], { value: '100' }, undefined])('refuses the JSON value %j at the amount (R13)', async (value) => {
    const error = await errorOf('from_income', { income_amount: value });
    expect([error.status, error.pointer]).toEqual([422, '/data/attributes/income_amount']);
  });

  it('from_outcome keeps the requested amount', async () => {
    const { status, body } = await ask('from_outcome', { outcome_amount: '50000' });
    expect([status, body.data?.attributes['outcome_amount'], body.data?.attributes['slots']]).toEqual([200, '50000', []]);
    expect(await errorOf('from_outcome', { outcome_amount: '200000.01' })).toMatchObject({
      status: 422,
      code: 'amount_above_maximum',
      pointer: '/data/attributes/outcome_amount',
    });
    expect(await errorOf('from_outcome', { outcome_amount: '999.99' })).toMatchObject({
      code: 'amount_below_minimum',
      pointer: '/data/attributes/outcome_amount',
    });
  });

  it('names the side that makes a direction unavailable (R14)', async () => {
    const pointer = (member: string) => ({ status: 422, code: 'direction_unavailable', pointer: `/data/attributes/${member}` });
    expect(await errorOf('from_income', { income_amount: '100', outcome_payment_system_id: 'USDTTRC20' })).toMatchObject(
      pointer('outcome_payment_system_id'),
    );
    expect(await errorOf('from_income', { income_amount: '100', income_payment_system_id: 'NOSUCH' })).toMatchObject(
      pointer('income_payment_system_id'),
    );
    expect(await errorOf('first_slot', { outcome_payment_system_id: 'NOSUCH' })).toMatchObject(pointer('outcome_payment_system_id'));
  });

  it('refuses a missing rate with the message of spec 8', async () => {
    rates.setTime(PRICED_AT + STALE_MS + 1);
    const error = await errorOf('from_income', { income_amount: '100' });
    expect(error).toMatchObject({
      code: 'rate_unavailable',
      detail: 'Unable to get exchange rate. Please try again or contact our technical support.',
    });
  });

  it('lists slots near the amount, prices the chosen one, and offers the next best for one no longer available', async () => {
    const near = await ask('from_income?check_slots=true', { income_amount: '600' });
    expect(near.body.data?.attributes['slots']).toMatchObject([{ id: SLOT.id, kind: 'express', outcome_amount: '50000', eta_minutes: 2 }]);
    expect((await ask('from_income', { income_amount: '600' })).body.data?.attributes['slots']).toEqual([]);
    const chosen = await ask('from_outcome', { outcome_amount: '50000', slot_id: SLOT.id });
    expect(chosen.body.data?.attributes).toMatchObject({ slot_id: SLOT.id, outcome_amount: '50000', eta_minutes: 2 });
    const gone = await errorOf('from_outcome', { outcome_amount: '50000', slot_id: 'gone' });
    expect(gone).toMatchObject({
      status: 409,
      code: 'slot_unavailable',
      detail: 'The slot you selected is no longer available.',
      meta: { next_slot: { id: SLOT.id } },
    });
  });

  it('first_slot returns the amounts for the form, or null', async () => {
    const { body } = await ask('first_slot', {});
    expect(body.data?.attributes).toMatchObject({ slot_id: SLOT.id, outcome_amount: '50000', is_demo: true });
    const again = await ask('from_income', { income_amount: body.data?.attributes['income_amount'], slot_id: SLOT.id });
    expect(again.body.data?.attributes['outcome_amount']).toBe('50000');
    const none = await ask('first_slot', { income_payment_system_id: 'BTC' });
    expect([none.status, none.body.data]).toEqual([200, null]);
  });
});
