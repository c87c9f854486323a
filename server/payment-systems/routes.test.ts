import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PaymentSystemAttributes } from '#contract/public/payment-systems.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { createTestApp, type TestApp } from '#tests/make/app.ts';
import type { Catalogue } from './catalogue.ts';
import { DEMO_PAYMENT_SYSTEMS, demoDirections } from './demo.ts';
import { markFiles, paymentSystemRoutes } from './routes.ts';

/** XMR is closed on both sides, LTC is open as outcome only, BTC to SOL has no direction. */
const CLOSED: Readonly<Record<string, Partial<PaymentSystem>>> = {
  XMR: { incomeEnabled: false, outcomeEnabled: false },
  LTC: { incomeEnabled: false },
};
const systems = DEMO_PAYMENT_SYSTEMS.map((system) => ({ ...system, ...CLOSED[system.code] }));
const directions = demoDirections(systems).map(
  (direction): Direction => ({ ...direction, enabled: !(direction.incomeCode === 'BTC' && direction.outcomeCode === 'SOL') }),
);
const catalogue: Catalogue = {
  paymentSystem: (code) => systems.find((system) => system.code === code),
  paymentSystems: () => systems,
  direction: (income, outcome) => directions.find((direction) => direction.incomeCode === income && direction.outcomeCode === outcome),
  directions: () => directions,
  closing: () => null,
  reserve: (code) => (code === 'SBERRUB' ? 1_234_567n : 0n),
};

const Document = z.object({
  data: z.array(z.object({ type: z.literal('payment_systems'), id: z.string(), attributes: PaymentSystemAttributes })),
});

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp(paymentSystemRoutes({ catalogue }));
});
afterAll(async () => testApp.close());

async function list(query = '', locale = 'ru') {
  const reply = await testApp.app.inject({ method: 'GET', url: `/api/v1/payment_systems${query}`, headers: { 'site-locale': locale } });
  expect(reply.statusCode).toBe(200);
  return Document.parse(reply.json()).data;
}
const codes = async (query?: string) => (await list(query)).map((system) => system.id);
const one = async (code: string, query = '', locale = 'ru') => (await list(query, locale)).find((system) => system.id === code)?.attributes;

describe('GET /payment_systems', () => {
  test('lists all systems open on a side, in order, as in the contract', async () => {
    const shown = await codes();
    expect(shown).toEqual(DEMO_PAYMENT_SYSTEMS.map((system) => system.code).filter((code) => code !== 'XMR'));
    expect(await one('SBERRUB')).toMatchObject({
      code: 'SBERRUB',
      kind: 'card',
      currency_iso_code: 'RUB',
      network: null,
      precision: 2,
      icon_url: '/marks/SBERRUB.svg',
      reserve: '12345.67',
      min_amount: '1000',
      max_amount: '500000',
      income_enabled: true,
      referal_output_enabled: true,
    });
    expect((await one('XRP'))?.outcome_fields).toMatchObject([
      { key: 'address', kind: 'wallet', network: 'XRP', required: true },
      { key: 'memo', kind: 'memo', may_be_absent: true },
    ]);
  });

  test('answers in the language of Site-Locale', async () => {
    expect((await one('SBERRUB', '', 'ru'))?.name).toBe('Сбербанк');
    expect((await one('SBERRUB', '', 'en'))?.name).toBe('Sberbank');
    expect((await one('SBERRUB', '', 'en'))?.income_fields[0]?.label).toBe('Card number you pay from');
  });

  test('lists only open outcomes', async () => {
    const outcomes = (await one('BTC'))?.outcome_payment_system_ids ?? [];
    expect(outcomes).toContain('SBERRUB');
    expect(outcomes).not.toContain('SOL');
    expect(outcomes).not.toContain('XMR');
    expect((await one('LTC'))?.outcome_payment_system_ids).toEqual([]);
  });

  test('enable_referal_output=true filters, false does not', async () => {
    const expected = systems.filter((system) => system.referalOutputEnabled).map((system) => system.code);
    expect(await codes('?enable_referal_output=true')).toEqual(expected);
    expect(expected.length).toBeGreaterThan(3);
    expect((await codes('?enable_referal_output=false')).length).toBe(systems.length - 1);
  });

  test('excluded currencies are absent from incomes and outcomes', async () => {
    const query = '?excluded_currency_iso_codes[]=RUB&excluded_currency_iso_codes[]=USDT';
    const shown = await list(query);
    expect(shown.filter(({ attributes }) => ['RUB', 'USDT'].includes(attributes.currency_iso_code))).toEqual([]);
    const named = new Set(shown.flatMap(({ attributes }) => attributes.outcome_payment_system_ids));
    expect([...named].filter((code) => !shown.some(({ id }) => id === code))).toEqual([]);
    expect(named.size).toBeGreaterThan(10);
  });

  test.each([
    ['a document', { data: { type: 'payment_systems', attributes: { excluded_currency_iso_codes: ['RUB', 'USDT'] } } }],
    ['a bare object', { excluded_currency_iso_codes: ['RUB', 'USDT'], unknown: 1 }],
  ])('currencies are excluded by the payload as well (spec 7): %s', async (_, payload) => {
    const headers = { 'content-type': 'application/vnd.api+json', 'site-locale': 'ru' };
    const ask = async (query: string, body: object) =>
      await testApp.app.inject({ method: 'GET', url: `/api/v1/payment_systems${query}`, headers, payload: JSON.stringify(body) });
    const reply = await ask('', payload);
    expect(reply.json<{ data: object }>().data).toEqual(await list('?excluded_currency_iso_codes[]=RUB,USDT'));
    // The response depends on more than the URL
    expect(reply.headers['cache-control']).toBe('no-store');
    const both = await ask('?excluded_currency_iso_codes[]=BTC&enable_referal_output=true', payload);
    const query = '?excluded_currency_iso_codes[]=RUB,USDT,BTC&enable_referal_output=true';
    expect(both.json<{ data: object }>().data).toEqual(await list(query));
  });

  test('a payload that is too large, of another type or no document is refused', async () => {
    const ask = async (payload: string, type = 'application/vnd.api+json') =>
      (await testApp.app.inject({ method: 'GET', url: '/api/v1/payment_systems', headers: { 'content-type': type }, payload })).statusCode;
    expect(await ask(`{"a":"${'x'.repeat(20_000)}"}`)).toBe(413);
    expect(await ask('{}', 'text/plain')).toBe(415);
    expect(await ask('{')).toBe(400);
    // An invalid query is a client error
    for (const value of ['{"toString":1}', '[{"toString":1}]', '[["RUB"],{"valueOf":1,"toString":null}]'])
      expect(await ask(`{"excluded_currency_iso_codes":${value}}`)).toBe(400);
    expect(await ask('{"excluded_currency_iso_codes":"RUB"}')).toBe(200);
  });

  test('an unchanged list gives 304', async () => {
    const first = await testApp.app.inject({ method: 'GET', url: '/api/v1/payment_systems' });
    const again = await testApp.app.inject({
      method: 'GET',
      url: '/api/v1/payment_systems',
      headers: { 'if-none-match': String(first.headers['etag']) },
    });
    expect([first.statusCode, again.statusCode]).toEqual([200, 304]);
  });

  test.each(['?enable_referal_output=maybe', '?unknown=1'])('%s is refused with the parameter', async (query) => {
    const reply = await testApp.app.inject({ method: 'GET', url: `/api/v1/payment_systems${query}` });
    expect(reply.statusCode).toBe(400);
    expect(reply.json<{ errors: { source: { parameter: string } }[] }>().errors[0]?.source.parameter).toBe(query.slice(1).split('=')[0]);
  });
});

describe('POST /requisite_checks', () => {
  const check = async (attributes: object) => {
    const reply = await testApp.app.inject({
      method: 'POST',
      url: '/api/v1/requisite_checks',
      headers: { 'content-type': 'application/vnd.api+json', 'site-locale': 'ru' },
      payload: JSON.stringify({ data: { type: 'requisite_checks', attributes } }),
    });
    return {
      status: reply.statusCode,
      body: reply.json<{ data?: { attributes: object }; errors?: { code: string; detail: string; source: { pointer: string } }[] }>(),
    };
  };
  const side = { payment_system_id: 'USDTTRC20', side: 'outcome' } as const;

  test('returns the normalized requisites', async () => {
    const { status, body } = await check({ ...side, requisites: { address: 'tron:TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN' } });
    expect([status, body.data?.attributes]).toEqual([200, { ...side, requisites: { address: 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN' } }]);
  });

  test.each([
    ['TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYM', 'Опечатка'],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'контракта'],
    ['0xAe133361722d950AA6197943fd58886262882c9d', 'Ethereum, BNB Smart Chain'],
  ])('says at its field what is wrong with %s', async (address, words) => {
    const { status, body } = await check({ ...side, requisites: { address } });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ code: 'invalid_wallet_address', source: { pointer: '/data/attributes/requisites/address' } }]);
    expect(body.errors?.[0]?.detail).toContain(words);
  });

  test('an unknown system is refused', async () => {
    expect((await check({ ...side, payment_system_id: 'NOPE', requisites: {} })).status).toBe(422);
  });
});

describe('GET /marks/<code>.svg', () => {
  test('draws every payment system, cacheable, and nothing else', async () => {
    const { default: fastify } = await import('fastify');
    const app = fastify();
    await app.register(markFiles({ catalogue }));
    for (const system of systems) {
      const reply = await app.inject(`/marks/${system.code}.svg`);
      expect(reply.statusCode).toBe(200);
      expect(reply.headers['content-type']).toContain('image/svg+xml');
      expect(reply.body).toContain(`>${system.mark.monogram}</text>`);
      expect(reply.body).not.toMatch(/<script|style=|NaN|undefined/);
    }
    const first = await app.inject('/marks/BTC.svg');
    const again = await app.inject({ url: '/marks/BTC.svg', headers: { 'if-none-match': String(first.headers['etag']) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    for (const path of ['/marks/NOPE.svg', '/marks/BTC', '/marks/..%2FBTC.svg', '/marks/__proto__.svg'])
      expect((await app.inject(path)).statusCode).toBe(404);
    await app.close();
  });
});
