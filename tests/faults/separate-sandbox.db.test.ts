import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import pg from 'pg';
import { raw, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withDatabase } from '#server/platform/db/url.ts';
import type { Api } from '#tests/make/call-api.ts';
import { fillForm, sendForm } from '#tests/make/customer.ts';
import { type TestAccount, makeAccount, makeKey, type PartnerKey, signedApi, signedHeaders } from '#tests/make/partner.ts';
import { createProduct, type Product, type ProductProcess, until } from '#tests/make/product.ts';
import { as } from '#tests/make/rows.ts';
import { readDocumentation } from '#tests/partner/read-page.ts';
import { createProgram } from '#tests/partner/trade.ts';

let product: Product;
let shop: ProductProcess;
let owner: TestAccount;
let key: PartnerKey;
let program: Api;

const makeProgram = async (of: TestAccount, mode = 'sandbox') => signedApi(shop.api, await makeKey(shop.api, of, { mode }));

beforeAll(async () => {
  product = await createProduct();
  shop = await product.start({ MODE: 'production', SECRET_KEY: 'kT9w2Zc7Qp4Lx8Vb1Nf6Rj3Hs5Gd0Ym-uE', RATE_LIMITS: 'on' });
  owner = await makeAccount(product.database.db, 'p');
  key = await makeKey(shop.api, owner, { mode: 'sandbox' });
  program = signedApi(shop.api, key);
}, 120_000);
afterAll(async () => {
  const { name } = await product.database.db.one(as<{ name: string }>(), sql`select current_database() || '_sandbox' as name`);
  await product.close();
  const client = new pg.Client({ connectionString: withDatabase(product.database.url, 'postgres') });
  await client.connect();
  await client.query(`drop database if exists ${name} with (force)`);
  await client.end();
});

/** Processes started by the shop. */
const sandboxes = (): number[] =>
  fs
    .readFileSync(`/proc/${shop.pid}/task/${shop.pid}/children`, 'utf8')
    .split(' ')
    .filter((pid) => pid.trim() !== '' && fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main-sandbox'))
    .map(Number);

/** Ports it listens on, from its open sockets. */
function portOf(pid: number): number {
  const links = fs.readdirSync(`/proc/${pid}/fd`).map((fd) => fs.readlinkSync(`/proc/${pid}/fd/${fd}`));
  const rows = fs.readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1);
  const listening = rows.map((row) => row.trim().split(/\s+/)).find((row) => row[3] === '0A' && links.includes(`socket:[${row[9]}]`));
  return Number.parseInt(listening?.[1]?.split(':')[1] ?? '', 16);
}

/** Metrics of the process, its callers or the market, not of the business. */
const TECHNICAL =
  /^public\.(?:migrations|processes|rate_limits|rate_snapshots|candles(?:_\w+)?|direction_ratios|notices|partner_signatures|partner_keys|partners|security_events|webhook_\w+)$/;

async function rowCounts(): Promise<Readonly<Record<string, number>>> {
  const { adminDb: db } = product.database;
  const tables = await db.many(
    as<{ name: string }>(),
    sql`select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'sandbox') order by 1`,
  );
  const counted: [string, number][] = [];
  for (const { name } of tables.filter((table) => !TECHNICAL.test(table.name)))
    counted.push([name, (await db.one(as<{ n: number }>(), sql`select count(*)::int as n from ${raw(name)}`)).n]);
  return Object.fromEntries(counted);
}

const WISH = { from: 'SBERRUB', to: 'USDTTRC20', side: 'income', amount: '10000' } as const;
const play = (api: Api, id: string, scenario = 'exact') =>
  api.call('POST', '/sandbox/payments', { body: JSON.stringify({ order_id: id, scenario }) });
const statusOf = async (id: string) => (await program.call('GET', `/api/v1/orders/${id}`)).resource().attributes['status'];

async function order(): Promise<string> {
  const made = await sendForm(program, await fillForm(program, WISH), randomUUID());
  expect([made.status, made.text.includes('access_token')]).toEqual([201, false]);
  const { id } = made.resource();
  expect(made.headers['location']).toContain(`/api/v1/orders/${id}`);
  await until(async () => expect((await program.call('POST', `/api/v1/orders/${id}/get_requisites`)).status).toBe(200));
  return id;
}

it('a client written from the documentation trades here as in a demonstration', async () => {
  const {
    order: make,
    pay,
    ask,
  } = await createProgram(await readDocumentation(shop.url), { baseUrl: shop.url, key: key.id, secret: key.secret });
  const { quote, made, again, id } = await until(async () => {
    const triedOrder = await make();
    expect(triedOrder.made.status).toBe(201);
    return triedOrder;
  });
  expect([quote.status, again.bytes.equals(made.bytes), made.bytes.toString().includes('access_token')]).toEqual([200, true, false]);
  const requisites = await ask('getRequisites', { id });
  // A made-up address of a real network must be marked
  expect(JSON.stringify(requisites.document.data?.attributes['fields'])).toContain('"TEST-');
  expect(await pay(id)).toBe(201);
  await until(async () => expect((await ask('getOrder', { id })).document.data?.attributes['status']).toBe('completed'));
  expect((await ask('getReceipt', { id })).bytes.subarray(0, 5).toString()).toBe('%PDF-');
}, 120_000);

it('a sandbox key trades next to real money, and the shop’s database contains only what its partner is shown', async () => {
  await product.database.db.run(sql`
    insert into webhook_endpoints (id, user_id, mode, url, topics, secret_sealed, created_at)
    values (${randomUUID()}, ${owner.userId}, 'sandbox', 'https://127.0.0.1/hook', '{}', '', now())`);
  const before = await rowCounts();
  const [first, second, third, left, refused] = [await order(), await order(), await order(), await order(), await order()];
  for (const id of [first, second, third]) expect((await play(program, id)).status).toBe(201);
  expect((await program.call('DELETE', `/api/v1/orders/${left}`)).status).toBe(200);
  expect((await play(program, refused, 'decline')).status).toBe(201);
  for (const id of [first, second, third]) await until(async () => expect(await statusOf(id)).toBe('completed'));
  const books = await program.call('GET', `/sandbox/ledger?order_id=${first}`);
  expect((JSON.parse(books.text) as { entries: { direction: string }[] }).entries.map(({ direction }) => direction)).toEqual(['in', 'out']);
  const eventResult = await until(async () => {
    const rows = await product.database.db.many(
      as<{ topic: string; sequence: number; sandbox: boolean }>(),
      sql`
      select e.topic, e.sequence, (e.body::jsonb #>> '{meta,sandbox}')::boolean as sandbox from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where e.order_id = ${first} order by e.sequence`,
    );
    expect(rows.at(-1)?.topic).toBe('order.completed');
    return rows;
  });
  expect(eventResult.map(({ sequence, sandbox }) => [sequence, sandbox])).toEqual(eventResult.map((_row, index) => [index + 1, true]));
  expect([await rowCounts(), await product.audit()]).toEqual([before, []]);
  const listed = await shop.api.call('GET', '/api/v1/partner_orders?mode=sandbox&per=5', { headers: owner.headers });
  expect(listed.resources().map(({ attributes }) => [attributes['mode'], attributes['key_name']])).toContainEqual(['sandbox', 'A program']);
  expect((await shop.api.call('GET', '/api/v1/partner_orders', { headers: owner.headers })).resources()).toEqual([]);
}, 120_000);

it('only signed sandbox calls reach it, and no partner reaches another’s orders', async () => {
  const id = await order();
  const address = `/api/v1/orders/${id}`;
  const stranger = await makeAccount(product.database.db, 's');
  const [other, live] = [await makeProgram(stranger), await makeProgram(owner, 'live')];
  const caller = Buffer.from(JSON.stringify({ userId: owner.userId, keyId: 'pk_test_x', scopes: ['orders:read'], quotas: {} }));
  const forged = { 'sandbox-token': 'x', 'sandbox-caller': caller.toString('base64url') };
  const faults = { body: JSON.stringify({ payouts: 'refuse' }) };
  expect([
    (await other.call('GET', address)).status,
    (await play(other, id)).status,
    (await other.call('GET', `/sandbox/ledger?order_id=${id}`)).status,
    (await other.call('GET', address, { headers: forged })).status,
    (await other.call('POST', '/sandbox/faults', faults)).status,
    (await program.call('GET', '/sandbox/faults')).text,
    (await live.call('GET', address)).status,
    (await play(live, id)).errors[0]?.code,
    (await shop.api.call('GET', address, { headers: forged })).status,
    (await fetch(`${shop.url}/sandbox/ledger?order_id=${id}`, { headers: forged })).status,
    (await fetch(`${shop.url}/sandbox/pay/${id}`)).status,
  ]).toEqual([404, 404, 404, 404, 200, '{"payouts":"ok","callbacks":"ok"}', 404, 'scope_missing', 404, 404, 404]);
  const port = portOf(sandboxes()[0] ?? 0);
  for (const target of [
    address,
    '/api/v1/payment_systems',
    '/api/openapi.json',
    '/sandbox/ledger',
    `/sandbox/pay/${id}`,
    '/orders-of-partner',
  ])
    expect((await fetch(`http://127.0.0.1:${port}${target}`, { headers: forged })).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/sandbox/events?after=0&limit=1`)).status).toBe(401);
});

it('its crash does not affect live calls; it answers 503 and restarts', async () => {
  const live = await makeProgram(owner, 'live');
  process.kill(sandboxes()[0] ?? 0, 'SIGKILL');
  const unavailable = await until(async () => {
    const answer = await program.call('GET', '/api/v1/orders');
    expect(answer.status).toBe(503);
    return answer;
  });
  expect([unavailable.headers['retry-after'], (await live.call('GET', '/api/v1/orders')).status]).toEqual(['3', 200]);
  await until(async () => expect((await program.call('GET', '/api/v1/orders')).status).toBe(200));
  expect(sandboxes()).toHaveLength(1);
  const headers = signedHeaders(key, { method: 'GET', target: '/api/v1/orders' });
  const twice = [await shop.api.call('GET', '/api/v1/orders', { headers }), await shop.api.call('GET', '/api/v1/orders', { headers })];
  expect(twice.map(({ status }) => status)).toEqual([200, 401]);
  await shop.stop();
  expect(product.findings()).toEqual([]);
}, 120_000);
