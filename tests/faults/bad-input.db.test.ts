import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, Resource } from '#tests/make/call-api.ts';
import { calculate, fillForm, type GuestOrder, order, orderOf, readSystems, requisitesOf, sendForm } from '#tests/make/customer.ts';
import { createProduct, type Product, type ProductProcess } from '#tests/make/product.ts';

let product: Product;
let app: ProductProcess;
let systems: ReadonlyMap<string, Resource>;
let own: GuestOrder;

const USDT_TO_SBER = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;
/** A pair where one unit is an ordinary amount. */
const BITCOIN = { from: 'BTC', to: 'ETH', side: 'income' } as const;

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  systems = await readSystems(app.api);
  own = await order(app.api, USDT_TO_SBER, systems);
  await requisitesOf(app.api, own);
});
afterAll(async () => {
  await product.close();
});

const promised = async (): Promise<string> =>
  (await product.database.db.one(as<{ held: string }>(), sql`select sum(held)::text as held from reserves`)).held;
const countOrders = async (): Promise<number> =>
  (await product.database.db.one(as<{ n: number }>(), sql`select count(*)::int as n from orders`)).n;

/** Refused as a client error, and nothing was written. */
async function refusedWithoutTrace(send: () => Promise<ApiAnswer>): Promise<ApiAnswer> {
  const before = [await promised(), await countOrders()];
  const answer = await send();
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  expect([await promised(), await countOrders()]).toEqual(before);
  return answer;
}

describe('amounts (R13)', () => {
  it.each([
    ['1.', '1'],
    ['1,', '1'],
    ['1,5', '1.5'],
    ['1.50', '1.5'],
    ['01.5', '1.5'],
    [' 1.5 ', '1.5'],
    [',5', '0.5'],
    ['.5', '0.5'],
    [`1.${'0'.repeat(30)}`, '1'],
  ])('%j is understood as %s', async (text, canonical) => {
    const answer = await calculate(app.api, { ...BITCOIN, amount: text });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.resource().attributes['income_amount']).toBe(canonical);
  });

  it.each(['1 000', '1\u00A0000', '1\u202F000'])('%j is a thousand', async (text) => {
    const answer = await calculate(app.api, { ...USDT_TO_SBER, amount: text });
    expect(answer.resource().attributes['income_amount']).toBe('1000');
  });

  const nonsense = [
    '1e3',
    '1E3',
    '0x10',
    '１',
    '١',
    '1.5.5',
    '1,000.5',
    '1 00',
    '1__0',
    '+1',
    '-1',
    '-0',
    '\u22121',
    'NaN',
    'Infinity',
    '1e309',
    '1'.repeat(40),
    `1.${'1'.repeat(30)}`,
    '1.123456789',
    '.',
    ',',
    ' ',
    '0',
    '0.0',
    '1;2',
    "1' or 1=1",
    'one',
  ];
  it.each(nonsense)('%j is refused at its member, in a calculation from either side and in an order', async (text) => {
    for (const side of ['income', 'outcome'] as const) {
      const answer = await calculate(app.api, { ...BITCOIN, side, amount: text });
      expect(answer.status, answer.text).toBe(422);
      expect(answer.errors.map(({ source }) => source?.pointer)).toEqual([`/data/attributes/${side}_amount`]);
    }
    const form = await fillForm(app.api, { ...BITCOIN, amount: '1' }, systems);
    const answer = await refusedWithoutTrace(() => sendForm(app.api, { ...form, income_amount: text }));
    expect(answer.errors.map(({ source }) => source?.pointer)).toContain('/data/attributes/income_amount');
  });

  it.each([0.1, 1, 1e308, null, true, ['1'], { amount: '1' }, ''])('JSON %j is no amount', async (value) => {
    const attributes = { income_amount: value, income_payment_system_id: 'BTC', outcome_payment_system_id: 'ETH' };
    const answer = await app.api.call('POST', '/api/v1/rate_calculations/from_income', { type: 'rate_calculations', attributes });
    expect(answer.status, answer.text).toBe(422);
    expect(answer.errors[0]?.source?.pointer).toBe('/data/attributes/income_amount');
  });

  it('an order shows the canonical amount of its input', async () => {
    const form = await fillForm(app.api, { ...USDT_TO_SBER, amount: '100.5' }, systems);
    const made = await sendForm(app.api, { ...form, income_amount: '100,50' });
    expect(made.resource().attributes['income_amount']).toBe('100.5');
  });
});

describe('inconsistent requests (R14)', () => {
  const change = async (changes: Readonly<Record<string, unknown>>) => {
    const form = await fillForm(app.api, USDT_TO_SBER, systems);
    return refusedWithoutTrace(() => sendForm(app.api, { ...form, ...changes }));
  };

  it.each([
    ['%s: refused, nothing reserved', { payment_system_to_id: 'USDTTRC20' }],
    ['a system that is not there', { payment_system_from_id: 'NOSUCH' }],
    ['a name of every object', { payment_system_from_id: 'constructor', payment_system_to_id: '__proto__' }],
    ['the pair swapped', { payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' }],
    ['another pair than was calculated', { payment_system_to_id: 'TCSBRUB' }],
    ['another amount than was calculated', { income_amount: '101' }],
    ['both amounts, of which one is not the calculation’s', { outcome_amount: '1' }],
    ['no amount', { income_amount: undefined }],
    ['a wallet where a card belongs', { outcome_requisites: { card_number: 'TQ3EQcysLpuMCYHnkX2o7SV2x4vsXMycYN' } }],
    ['a card number that no card has', { outcome_requisites: { card_number: '2202200000000001' } }],
    ['no requisites', { outcome_requisites: {} }],
    ['requisites of another system', { outcome_requisites: { phone: '+79161234567' } }],
    ['a slot that is not there', { slot_id: '5107d3e0-0000-4000-8000-00000000ffff' }],
    ['a slot that is no slot', { slot_id: 'x' }],
    ['terms not accepted', { accept_terms: false }],
    ['a calculation nobody made', { rate_calculation_id: 'bm9ib2R5' }],
    ['no e-mail', { email: '' }],
    ['an e-mail with a second line', { email: 'a@example.org\r\nBcc: b@example.org' }],
  ])('%s: refused, nothing promised', async (_what, changes) => {
    const answer = await change(changes);
    expect([409, 422], answer.text).toContain(answer.status);
    for (const { source } of answer.errors) expect(source?.pointer, answer.text).toMatch(/^\/data\/attributes\//);
  });

  it('a calculation with one changed character is not accepted', async () => {
    const form = await fillForm(app.api, USDT_TO_SBER, systems);
    const id = String(form['rate_calculation_id']);
    for (const at of [0, Math.floor(id.length / 2), id.length - 2]) {
      const forged = id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1);
      const answer = await refusedWithoutTrace(() => sendForm(app.api, { ...form, rate_calculation_id: forged }));
      expect(answer.errors[0]?.code).toBe('rate_changed');
    }
  });
});

describe('undeclared members (R39)', () => {
  const EXTRA = {
    status: 'completed',
    version: 99,
    rate: '0.0001',
    user_id: '00000000-0000-4000-8000-000000000000',
    role: 'owner',
    email_verified: true,
    balance: '1000000',
    paid_at: '2020-01-01T00:00:00Z',
    received_amount: '1000000',
    id: 'mine',
    hold: null,
    is_demo: false,
  } as const;

  it('change nothing about a new order', async () => {
    const form = await fillForm(app.api, USDT_TO_SBER, systems);
    const made = await sendForm(app.api, { ...form, ...EXTRA });
    expect(made.status, made.text).toBe(201);
    const { id, attributes } = made.resource();
    expect(id).not.toBe('mine');
    expect(attributes).toMatchObject({ status: 'awaiting_requisites', version: 1, is_demo: true, received_amount: null });
    const quoted = (await calculate(app.api, USDT_TO_SBER)).resource().attributes;
    // The market may have moved since; the requested rate is a millionth of it
    expect(Number(attributes['rate']) / Number(quoted['rate'])).toBeCloseTo(1, 1);
    const row = await product.database.db.one(as<object>(), sql`select user_id, credited_amount::text from orders where id = ${id}`);
    expect(row).toEqual({ user_id: null, credited_amount: '0' });
  });

  it('do not pollute object prototypes', async () => {
    const form = await fillForm(app.api, USDT_TO_SBER, systems);
    const bait = JSON.stringify({ ...EXTRA, email: 'polluted@example.org', accept_terms: true, enabled: false });
    const members = `"__proto__":${bait},"constructor":{"prototype":${bait}},"prototype":${bait}`;
    const inside = JSON.stringify(form).replace('{', `{${members},`);
    for (const path of ['/api/v1/orders', '/api/v1/rate_calculations/from_income', '/api/v1/orders/confirm_payment', '/api/v1/sessions']) {
      const type = path.split('/')[3];
      for (const body of [`{"data":{"type":"${type}","attributes":${inside}},${members}}`, inside, `{${members}}`]) {
        const answer = await app.api.call('POST', path, { body });
        expect(answer.status, answer.text).toBeLessThan(500);
      }
    }
    // A polluted process would find the missing members on every object
    for (const missing of ['accept_terms', 'email']) {
      const answer = await refusedWithoutTrace(() => sendForm(app.api, { ...form, [missing]: undefined }));
      expect(answer.errors.map(({ code, source }) => `${code} ${source?.pointer}`)).toEqual([`required /data/attributes/${missing}`]);
    }
  });

  it('give no visitor a role', async () => {
    const attributes = { email: 'nobody@example.org', password: 'wrong', role: 'owner', user_id: '1', is_operator: true };
    const answer = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes });
    expect(answer.status).toBe(401);
    expect((await app.api.call('GET', '/api/office/v1/operator')).status).toBe(401);
  });
});

describe('afterwards', () => {
  it('an order still succeeds, no fault was logged, and the books agree', async () => {
    expect(orderOf(await sendForm(app.api, await fillForm(app.api, USDT_TO_SBER, systems))).id).not.toBe('');
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
