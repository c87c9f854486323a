import { as } from '#tests/make/rows.ts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, Resource } from '#tests/make/call-api.ts';
import {
  calculate,
  fillForm,
  type GuestOrder,
  order,
  orderOf,
  readOrder,
  readSystems,
  requisitesOf,
  sendForm,
} from '#tests/make/customer.ts';
import { createProduct, OWNER, type Product, type Running } from '#tests/make/product.ts';

let product: Product;
let app: Running;
let systems: ReadonlyMap<string, Resource>;
let own: GuestOrder;
let other: GuestOrder;

const USDT_TO_SBER = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;
/** A pair where one unit is an ordinary amount. */
const BITCOIN = { from: 'BTC', to: 'ETH', side: 'income' } as const;

beforeAll(async () => {
  product = await createProduct();
  app = await product.start();
  systems = await readSystems(app.api);
  [own, other] = [await order(app.api, USDT_TO_SBER, systems), await order(app.api, USDT_TO_SBER, systems)];
  await requisitesOf(app.api, own);
});
afterAll(async () => {
  await product.close();
});

const promised = async (): Promise<string> =>
  (await product.database.db.one(as<{ held: string }>(), sql`select sum(held)::text as held from reserves`)).held;
const countOrders = async (): Promise<number> =>
  (await product.database.db.one(as<{ n: number }>(), sql`select count(*)::int as n from orders`)).n;

/** Refused as the customer's mistake, and nothing happened. */
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

  it('an order shows the canonical amount it was made of', async () => {
    const form = await fillForm(app.api, { ...USDT_TO_SBER, amount: '100.5' }, systems);
    const made = await sendForm(app.api, { ...form, income_amount: '100,50' });
    expect(made.resource().attributes['income_amount']).toBe('100.5');
  });
});

describe('what does not fit together (R14)', () => {
  const change = async (changes: Readonly<Record<string, unknown>>) => {
    const form = await fillForm(app.api, USDT_TO_SBER, systems);
    return refusedWithoutTrace(() => sendForm(app.api, { ...form, ...changes }));
  };

  it.each([
    ['the same system on both sides', { payment_system_to_id: 'USDTTRC20' }],
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

  it('a calculation with one changed character is not ours', async () => {
    const form = await fillForm(app.api, USDT_TO_SBER, systems);
    const id = String(form['rate_calculation_id']);
    for (const at of [0, Math.floor(id.length / 2), id.length - 2]) {
      const forged = id.slice(0, at) + (id[at] === 'A' ? 'B' : 'A') + id.slice(at + 1);
      const answer = await refusedWithoutTrace(() => sendForm(app.api, { ...form, rate_calculation_id: forged }));
      expect(answer.errors[0]?.code).toBe('rate_changed');
    }
  });
});

describe('members that nobody asked for (R39)', () => {
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
    expect(attributes['rate']).toBe(quoted['rate']);
    const row = await product.database.db.one(as<object>(), sql`select user_id, credited_amount::text from orders where id = ${id}`);
    expect(row).toEqual({ user_id: null, credited_amount: '0' });
  });

  it('pollute no object of the process', async () => {
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
    const without = { ...form, email: undefined, accept_terms: undefined };
    const answer = await refusedWithoutTrace(() => sendForm(app.api, without));
    expect(answer.errors.map(({ code, source }) => `${code} ${source?.pointer}`).sort()).toEqual([
      'required /data/attributes/accept_terms',
      'required /data/attributes/email',
    ]);
  });

  it('give no visitor a role', async () => {
    const attributes = { email: 'nobody@example.org', password: 'wrong', role: 'owner', user_id: '1', is_operator: true };
    const answer = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes });
    expect(answer.status).toBe(401);
    expect((await app.api.call('GET', '/api/office/v1/operator')).status).toBe(401);
  });
});

describe('who may not see (R37)', () => {
  const CALLS = [
    ['GET', ''],
    ['GET', '?include[]=income_payment_system'],
    ['DELETE', ''],
    ['POST', '/get_requisites'],
    ['POST', '/accept_requote'],
    ['POST', '/request_refund'],
    ['GET', '/events'],
    ['GET', '/receipt.pdf'],
    ['POST', '/send_cheque'],
  ] as const;

  /** A PDF that would be taken from the order's owner. */
  function cheque(): { body: string; headers: Record<string, string> } {
    const boundary = 'a-boundary';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="cheque"; filename="c.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
    return {
      body: `${head}%PDF-1.4\n1 0 obj<<>>endobj\n%%EOF\r\n--${boundary}--\r\n`,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    };
  }

  /** Everything but what differs between two equal answers: their own number, the time and the asked address. */
  const seen = ({ status, text, headers }: ApiAnswer, id: string) => ({
    status,
    text: text.replaceAll(/"id":"[^"]+"/g, '"id":""').replaceAll(id, 'ID'),
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'date')),
  });

  it.each(CALLS)('%s /orders/{id}%s says the same of another’s order and of none', async (method, rest) => {
    const keys = [undefined, other.token, own.token.slice(0, -1), `${own.token}A`, own.token.toLowerCase(), 'x'];
    const send = async (id: string, token: string | undefined) => {
      const upload = rest === '/send_cheque' ? cheque() : { headers: {} };
      const headers = { ...upload.headers, ...(token === undefined ? {} : { 'order-token': token }) };
      return app.api.call(method, `/api/v1/orders/${id}${rest}`, { ...upload, headers });
    };
    const unknownId = `${own.id.slice(0, -2)}zz`;
    const unknown = seen(await send(unknownId, undefined), unknownId);
    expect(unknown.status).toBe(404);
    for (const key of keys) expect(seen(await send(own.id, key), own.id)).toEqual(unknown);
    expect(await readOrder(app.api, own)).toMatchObject({ status: 'awaiting_payment' });
  });

  it('POST /orders/confirm_payment says the same of another’s order and of none', async () => {
    const send = (order_id: string) =>
      app.api.call('POST', '/api/v1/orders/confirm_payment', { attributes: { order_id }, headers: { 'order-token': other.token } });
    expect(seen(await send(own.id), own.id)).toEqual(seen(await send('nobody'), 'nobody'));
    expect((await send(own.id)).status).toBe(404);
  });

  it('the office says the same to a stranger about every order, and nothing', async () => {
    for (const rest of ['', '/claim', '/moves', '/cheques/x']) {
      const method = rest === '/claim' || rest === '/moves' ? 'POST' : 'GET';
      const send = (id: string) => app.api.call(method, `/api/office/v1/orders/${id}${rest}`);
      expect(seen(await send(own.id), own.id)).toEqual(seen(await send('nobody'), 'nobody'));
      expect((await send(own.id)).status).toBe(401);
    }
  });

  it('a guest’s key is no one else’s: the owner of the office reads orders in the office only', async () => {
    const session = await app.api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
    const cookie = session.headers['set-cookie']?.split(';')[0] ?? '';
    expect((await app.api.call('GET', `/api/v1/orders/${own.id}`, { headers: { cookie } })).status).toBe(404);
    expect((await app.api.call('GET', `/api/office/v1/orders/${own.id}`, { headers: { cookie } })).status).toBe(200);
  });
});

describe('afterwards', () => {
  it('an order still goes through, nothing was logged as a fault, and the books hold', async () => {
    expect(orderOf(await sendForm(app.api, await fillForm(app.api, USDT_TO_SBER, systems))).id).not.toBe('');
    expect(await product.audit()).toEqual([]);
    expect(product.findings()).toEqual([]);
  });
});
