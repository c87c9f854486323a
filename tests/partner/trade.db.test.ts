import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, verifyWebhook } from '#client/client.ts';
import { type TestAccount, makeAccount, makeKey, type PartnerKey } from '#tests/make/partner.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { type Documentation, readDocumentation, runCode } from './read-page.ts';
import { openReceiver } from './receiver.ts';
import { createProgram } from './trade.ts';

let receiver: Awaited<ReturnType<typeof openReceiver>>;
let product: Product;
let shop: ProductProcess;
let docs: Documentation;
let owner: TestAccount;
let key: PartnerKey;
let secret: string;

beforeAll(async () => {
  receiver = await openReceiver();
  product = await createProduct();
  shop = await product.start({ WEBHOOK_HOSTS: receiver.host });
  owner = await makeAccount(product.database.db, 'program');
  key = await makeKey(shop.api, owner, { mode: 'sandbox' });
  const attributes = { url: `http://${receiver.host}/hook`, mode: 'sandbox', events: [] };
  const webhook = await shop.api.call('POST', '/api/v1/webhooks', { type: 'webhooks', attributes, headers: owner.headers });
  secret = String(webhook.resource().attributes['secret']);
  docs = await readDocumentation(shop.url);
});
afterAll(async () => {
  receiver.close();
  await product.close();
});

const program = (change: { readonly secret?: string } = {}) =>
  createProgram(docs, { baseUrl: shop.url, key: key.id, secret: change.secret ?? key.secret });
const isCompleted = (id: string) => until(() => expect(receiver.of(id).map(({ name }) => name)).toContain('order.completed'));

describe("a partner's program written from the documentation page", () => {
  it('trades on a sandbox key: quote, order, payment, events in order, receipt', async () => {
    const { verify } = await runCode(docs.code('verify'));
    receiver.verifyWith((headers, body) => verify?.(secret, headers, body));
    const { order, pay, ask } = await program();
    const { quote, made, again, id } = await order();
    expect([quote.status, made.status, again.status]).toEqual([200, 201, 201]);
    expect(again.document.data?.id).toBe(id);
    expect(made.bytes.toString()).not.toContain('access_token');
    expect((await ask('getRequisites', { id })).document.data?.attributes['fields']).not.toEqual([]);
    expect(await pay(id)).toBe(201);
    await isCompleted(id);
    const events = receiver.of(id);
    expect(events.every(({ isTrue }) => isTrue)).toBe(true);
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_event, index) => index + 1));
    expect(events[0]?.name).toBe('order.created');
    expect((await ask('getOrder', { id })).document.data?.attributes['status']).toBe('completed');
    const receipt = await ask('getReceipt', { id });
    expect([receipt.status, receipt.bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
  });

  it('receives an event again that is replayed from the account, under the same id', async () => {
    const first = receiver.events.find(({ name }) => name === 'order.completed');
    const list = await shop.api.call('GET', '/api/v1/webhook_deliveries', { headers: owner.headers });
    const delivery = list.resources().find(({ attributes }) => attributes['event_id'] === first?.id);
    const replayed = await shop.api.call('POST', `/api/v1/webhook_deliveries/${delivery?.id}/replay`, { headers: owner.headers });
    expect(replayed.status).toBeLessThan(300);
    await until(() => expect(receiver.events.filter(({ id }) => id === first?.id)).toHaveLength(2));
    expect(receiver.events.every(({ isTrue }) => isTrue)).toBe(true);
  });

  it('is refused with a wrong secret, and accepts no event signed with one', async () => {
    const { ask } = await program({ secret: 'sk_wrong' });
    expect(await ask('listOrders')).toMatchObject({ status: 401, document: { errors: [{ code: 'invalid_signature' }] } });
    const { verify } = await runCode(docs.code('verify'));
    receiver.verifyWith((headers, body) => verify?.(`whsec_${Buffer.alloc(32).toString('base64')}`, headers, body));
    const { order } = await program();
    const { id } = await order();
    await until(() => expect(receiver.of(id)).not.toEqual([]));
    expect(receiver.of(id).some(({ isTrue }) => isTrue)).toBe(false);
  });
});

it('the same with the client package: typed calls, refusals as values, verified events', async () => {
  receiver.verifyWith(
    async (headers, body) => await verifyWebhook({ secret, header: (name) => headers[name]?.toString(), body, now: Date.now() }),
  );
  const client = createClient({ baseUrl: shop.url, key: key.id, secret: key.secret, locale: 'en' });
  const pair = { income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB' };
  const quote = await client.calculateFromIncome({ body: { income_amount: '100', ...pair } });
  const quoteId = quote.ok ? quote.data.id : '';
  const body = {
    payment_system_from_id: 'USDTTRC20',
    payment_system_to_id: 'SBERRUB',
    income_amount: '100',
    rate_calculation_id: quoteId,
    email: 'customer@example.org',
    accept_terms: true,
  };
  const refused = await client.createOrder({ body: { ...body, outcome_requisites: { card_number: '1' } } });
  expect(refused).toMatchObject({ ok: false, status: 422, errors: [{ code: 'invalid_card_number' }] });
  const order = await client.createOrder({ body: { ...body, outcome_requisites: { card_number: '2202200000000008' } } });
  const id = order.ok ? order.data.id : '';
  await client.getRequisites({ params: { id } });
  expect(await (await program()).pay(id)).toBe(201);
  await isCompleted(id);
  const receipt = await client.getReceipt({ params: { id } });
  expect(receipt.ok && Buffer.from(receipt.bytes).subarray(0, 5).toString()).toBe('%PDF-');
  const listed = await client.listOrders({ query: { per: '20' } });
  expect(listed.ok && listed.data.map((one) => one.id)).toContain(id);
  expect(product.findings()).toEqual([]);
});
