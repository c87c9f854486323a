import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formatAmount } from '#core/money/amount.ts';
import type { ApiAnswer, Resource } from '#tests/make/call-api.ts';
import { fillForm, type GuestOrder, orderOf, pay, readSystems, requisitesOf, untilStatus } from '#tests/make/customer.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { solveCaptcha } from '#tests/make/solve-captcha.ts';

/** Each guest in a network of its own: the second open order of a network needs a proof of work whatever the reserve. */
const ADDRESSES = 11;
const GUESTS = 33;
/** Below 1,000 dollars at every demo price: above it an operator has to approve the payout. */
const SMALL = '0.009';
/** One of 33 equal parts of the demo's 14.5 BTC. */
const PART = { from: 'USDTTRC20', to: 'BTC', side: 'outcome', amount: '0.43' } as const;

let product: Product;
let app: ProductProcess;
let guests = 0;
let systems: ReadonlyMap<string, Resource>;
beforeAll(async () => {
  product = await createProduct();
  app = await product.start({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' });
  systems = await readSystems(app.api);
});
afterAll(async () => await product.close());

interface Visit {
  readonly email?: string;
  readonly amount?: string;
  readonly withProof?: boolean;
}

/** An unknown guest from one of 11 addresses in turn, each time with another e-mail address. */
async function visit({ email, amount = PART.amount, withProof = false }: Visit = {}): Promise<ApiAnswer> {
  guests += 1;
  const headers = { 'x-forwarded-for': `198.18.${1 + (guests % ADDRESSES)}.7` };
  const form = await fillForm(app.api, { ...PART, amount }, systems);
  const proof = withProof ? { captcha_token: await solveCaptcha(app.api, headers) } : {};
  const attributes = { ...form, email: email ?? `stranger-${guests}@example.org`, ...proof };
  return await app.api.call('POST', '/api/v1/orders', { attributes, headers });
}

const codesOf = (answers: readonly ApiAnswer[]): string[] => answers.map(({ status, errors }) => errors[0]?.code ?? String(status));

const reserve = async () =>
  await product.database.db.one(
    as<{ posted: string; held: string }>(),
    sql`select posted::text, held::text from reserves where wallet = 'BTC'`,
  );

const heldPercent = async (): Promise<number> => {
  const { posted, held } = await reserve();
  return Number((BigInt(held) * 100n) / BigInt(posted));
};

it('33 guests from 11 addresses do not empty a reserve, and an honest customer still gets an order (R17)', async () => {
  const regular = { email: 'regular@example.org', amount: SMALL };
  const before = orderOf(await visit(regular));
  await pay(app.api, before);
  await untilStatus(app.api, before, 'completed');

  // The observed attack: it takes a third of the reserve, and "I have paid" adds nothing
  const rush: ApiAnswer[] = [];
  for (let i = 0; i < GUESTS; i += 1) rush.push(await visit());
  const takenOrders: GuestOrder[] = rush.filter(({ status }) => status === 201).map(orderOf);
  expect(new Set(codesOf(rush))).toEqual(new Set(['201', 'captcha_required']));
  expect(await heldPercent()).toBeLessThanOrEqual(35);
  for (const order of takenOrders.slice(0, 3)) {
    await requisitesOf(app.api, order);
    const claim = { attributes: { order_id: order.id, invoice_id: '1', tx_hash: 'x' }, headers: { 'order-token': order.token } };
    await app.api.call('POST', '/api/v1/orders/confirm_payment', claim);
  }

  // A new customer solves a challenge of about a second
  const visitResponse = await visit({ amount: SMALL });
  expect(visitResponse.errors[0]).toMatchObject({ code: 'captcha_required', source: { pointer: '/data/attributes/captcha_token' } });
  const honest = orderOf(await visit({ amount: SMALL, withProof: true }));
  await pay(app.api, honest);
  await untilStatus(app.api, honest, 'completed');

  // Attackers solve challenges too: these get harder, and the last third is not reached
  const workers: ApiAnswer[] = [];
  do workers.push(await visit({ withProof: true }));
  while (workers.at(-1)?.status === 201 && workers.length < GUESTS);
  expect(new Set(codesOf(workers))).toEqual(new Set(['201', 'has_no_reserves']));
  expect(await heldPercent()).toBeLessThanOrEqual(70);
  const customer = orderOf(await visit({ ...regular, withProof: true }));
  await pay(app.api, customer);
  await untilStatus(app.api, customer, 'completed');

  // The published reserve is always what can still be promised
  await until(async () => {
    const { posted, held } = await reserve();
    const bitcoin = (await app.api.call('GET', '/api/v1/payment_systems')).resources().find(({ id }) => id === 'BTC')?.attributes[
      'reserve'
    ];
    expect(bitcoin).toBe(formatAmount(BigInt(posted) - BigInt(held), 8));
  });
  expect(await product.audit()).toEqual([]);
  expect(product.findings()).toEqual([]);
}, 180_000);

it('a token is verified without being spent, and invented ones are refused', async () => {
  const check = async (token: string) => await app.api.call('POST', '/api/v1/captcha', { type: 'captchas', attributes: { token } });
  const token = await solveCaptcha(app.api);
  expect((await check(token)).resource().attributes['passed']).toBe(true);
  expect((await check(token)).resource().attributes['passed']).toBe(true);
  const solved = JSON.parse(Buffer.from(token, 'base64').toString()) as Record<string, unknown>;
  const forged = [{ ...solved, number: 1 }, { ...solved, salt: 'a&' }, { ...solved, signature: 'x' }, {}, null];
  for (const made of forged)
    expect((await check(Buffer.from(JSON.stringify(made)).toString('base64'))).errors[0]?.code).toBe('wrong_captcha');
});
