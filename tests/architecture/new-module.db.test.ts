import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type App, assemble } from '#server/assemble.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { readConfig } from '#server/config/config.ts';
import { type Api, createApi } from '#tests/make/call-api.ts';
import { type GuestOrder, order, pay, untilStatus } from '#tests/make/customer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { freePort, makeFolder, removeFolder } from '#tests/make/process.ts';
import { OWNER } from '#tests/make/product.ts';
import { STAMPS, STAMPS_TABLE } from '#tests/make/stamps.ts';

const folder = makeFolder();
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let database: TestDatabase;
let app: App;
let api: Api;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.adminDb.run(STAMPS_TABLE);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const place = { DATABASE_URL: database.url, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url };
  const config = readConfig({ ...place, RATE_LIMITS: 'off', OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password });
  app = await assemble(config, { log: silent, modules: [STAMPS] });
  await app.start();
  api = createApi(url);
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  removeFolder(folder);
});

const get = async (path: string, headers: Readonly<Record<string, string>>) => {
  const answer = await fetch(`${api.url}${path}`, { headers: { accept: 'application/vnd.api+json', ...headers } });
  return { status: answer.status, body: (await answer.json()) as { data?: unknown } };
};
const stampOf = async (own: GuestOrder, token = own.token) => await get(`/api/v1/orders/${own.id}/stamp`, { 'order-token': token });

describe('a module outside the product', () => {
  it('reacts to an order, has its own table, job and mail, and answers its customer and the office', async () => {
    const own = await order(api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });
    expect((await stampOf(own)).status).toBe(404);
    await pay(api, own);
    await untilStatus(api, own, 'completed');
    const stamp = { type: 'stamps', id: own.id, attributes: { status: 'completed' } };
    expect(await stampOf(own)).toMatchObject({ status: 200, body: { data: stamp } });
    expect((await stampOf(own, 'of somebody else')).status).toBe(404);

    const readCounted = async () =>
      await database.adminDb.many(AnyRow, sql`select 1 from stamps where order_id = ${own.id} and is_counted`);
    await expect.poll(async () => (await readCounted()).length, { timeout: 20_000 }).toBe(1);
    await expect.poll(async () => await (await fetch(`${api.url}/dev/mail`)).text(), { timeout: 20_000 }).toContain(`Stamp ${own.id}`);

    const cancelled = await order(api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });
    await api.call('DELETE', `/api/v1/orders/${cancelled.id}`, { headers: { 'order-token': cancelled.token } });
    const session = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
    const cookie = (session.headers['set-cookie'] ?? '').split(';')[0] ?? '';
    const seen = await get('/api/v1/office/stamps', { cookie });
    expect(seen).toMatchObject({ status: 200, body: { data: [stamp, { id: cancelled.id, attributes: { status: 'cancelled' } }] } });
    expect((await get('/api/v1/office/stamps', {})).status).toBe(401);
  });
});
