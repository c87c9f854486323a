import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { OPTIONAL_MODULE_NAMES, type OptionalModuleName } from '#core/config/optional-modules.ts';
import { type App, assemble } from '#server/assemble.ts';
import { readConfig } from '#server/config/config.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { MODULES } from '#server/modules.ts';
import { type Api, createApi } from '#tests/make/call-api.ts';
import { order, pay, untilStatus } from '#tests/make/customer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { freePort, makeFolder, removeFolder } from '#tests/make/process.ts';
import { OWNER } from '#tests/make/product.ts';

const folder = makeFolder();
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
let database: TestDatabase;
let app: App;
let api: Api;
let cookie: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const place = { DATABASE_URL: database.url, DATA_DIR: folder, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url };
  const owner = { OWNER_EMAIL: OWNER.email, OWNER_PASSWORD: OWNER.password };
  const config = readConfig({ ...place, ...owner, RATE_LIMITS: 'off', MODULES_OFF: OPTIONAL_MODULE_NAMES.join(',') });
  app = await assemble(config, { log: silent });
  await app.start();
  api = createApi(url);
  const session = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  cookie = (session.headers['set-cookie'] ?? '').split(';')[0] ?? '';
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  removeFolder(folder);
});

/** One call and one page of each module, and text that links to it. */
const TRACES: Readonly<Record<OptionalModuleName, { readonly call?: string; readonly page?: string; readonly action?: string }>> = {
  chat: { call: '/api/office/v1/chat_threads', page: '/support', action: 'read_chat' },
  'content-editor': { call: '/api/office/v1/content_items', action: 'read_content' },
  'crypto-stats': { call: '/api/v1/crypto_stats/top_15', page: '/crypto' },
  partners: { call: '/api/office/v1/partners', page: '/developers', action: 'read_partners' },
  push: {},
  reviews: { call: '/api/v1/reviews', page: '/reviews', action: 'read_reviews' },
  telegram: {},
  widget: { page: '/developers/widget' },
};

const get = async (path: string) => await fetch(`${api.url}${path}`, { headers: { cookie }, redirect: 'manual' });

/** The modules that have a trace of this kind, with it. */
const tracesOf = (kind: 'call' | 'page' | 'action'): [OptionalModuleName, string][] =>
  OPTIONAL_MODULE_NAMES.flatMap((name): [OptionalModuleName, string][] => {
    const trace = TRACES[name][kind];
    return trace === undefined ? [] : [[name, trace]];
  });

describe('a module that is switched off', () => {
  it.each(OPTIONAL_MODULE_NAMES)('%s is a module of its own', (name) => {
    expect(MODULES.map((module) => module.name)).toContain(name);
  });

  it.each(tracesOf('call'))('%s answers no call: %s', async (_name, call) => {
    expect(ALL_ENDPOINTS.map(({ path }) => path)).toContain(call);
    expect((await get(call)).status).toBe(404);
  });

  it.each(tracesOf('page'))('%s has no page and no link to it: %s', async (_name, page) => {
    expect((await get(page)).status).toBe(404);
    expect((await get(`/en${page}`)).status).toBe(404);
    expect(await (await get('/')).text()).not.toContain(`href="${page}"`);
    expect(await (await get('/sitemap.xml')).text()).not.toContain(`${api.url}${page}<`);
  });

  it.each(tracesOf('action'))('%s has no entry in the office: %s', async (_name, action) => {
    const operator = (await (await get('/api/office/v1/operator')).json()) as { data: { attributes: { actions: string[] } } };
    expect(operator.data.attributes.actions).not.toContain(action);
  });
});

describe('with all optional modules off', () => {
  it('an order is paid and completed', async () => {
    const own = await order(api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });
    await pay(api, own);
    await untilStatus(api, own, 'completed');
    expect((await get(`/order/${own.id}?token=${own.token}`)).status).toBeLessThan(400);
    // The reaction of `reviews` did not run
    expect(await database.adminDb.many(AnyRow, sql`select 1 from review_invitations`)).toEqual([]);
  });

  it('customers are offered no notices in browsers and bots', async () => {
    const own = await order(api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });
    const notices = await api.call('GET', `/api/v1/orders/${own.id}/notices`, { headers: { 'order-token': own.token } });
    expect(notices.resource()).toMatchObject({ attributes: { push_key: null, bot: null } });
  });
});
