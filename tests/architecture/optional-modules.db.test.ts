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
import { startTelegram, type TelegramStandIn } from '#tests/make/telegram-api.ts';

/** What a customer or operator sees of a module, and the jobs that it runs. */
interface Traces {
  readonly call?: string;
  readonly page?: string;
  readonly isInSitemap?: true;
  readonly action?: string;
  /** The attribute of an order's notices that is null without the module. */
  readonly notices?: 'push_key' | 'bot';
  readonly loop?: string;
}

const TRACES: Readonly<Record<OptionalModuleName, Traces>> = {
  chat: { call: '/api/office/v1/chat_threads', page: '/support', action: 'read_chat', loop: 'purge-chats' },
  'content-editor': { call: '/api/office/v1/content_items', action: 'read_content' },
  'crypto-stats': { call: '/api/v1/crypto_stats/top_15', page: '/crypto', isInSitemap: true, loop: 'crypto-stats.turn' },
  partners: {
    call: '/api/office/v1/partners',
    page: '/developers',
    isInSitemap: true,
    action: 'read_partners',
    loop: 'forget-partner-signatures',
  },
  push: { notices: 'push_key', loop: 'purge-push' },
  reviews: { call: '/api/v1/reviews', page: '/reviews', isInSitemap: true, action: 'read_reviews', loop: 'sweep-review-invitations' },
  telegram: { notices: 'bot', loop: 'hear-telegram' },
  widget: { page: '/developers/widget', isInSitemap: true },
};

interface Shop {
  readonly app: App;
  readonly api: Api;
  /** Names of the loops that its log says it runs. */
  readonly loops: readonly string[];
  readonly get: (path: string) => Promise<Response>;
}

const folder = makeFolder();
let database: TestDatabase;
let telegram: TelegramStandIn;

/** The shop with these modules switched off. */
async function startShop(modulesOff: readonly OptionalModuleName[]): Promise<Shop> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    OWNER_EMAIL: OWNER.email,
    OWNER_PASSWORD: OWNER.password,
    RATE_LIMITS: 'off',
    TELEGRAM_BOT_TOKEN: telegram.token,
    TELEGRAM_API_URL: telegram.url,
    MODULES_OFF: modulesOff.join(','),
  });
  const loops: string[] = [];
  const info = (fields: object, event: string) => {
    if (event === 'jobs_started' && 'loops' in fields) loops.push(...(fields.loops as readonly string[]));
  };
  const app = await assemble(config, { log: { debug: () => undefined, info, warn: () => undefined, error: () => undefined } });
  await app.start();
  const api = createApi(url);
  const session = await api.call('POST', '/api/v1/sessions', { type: 'sessions', attributes: OWNER });
  const cookie = (session.headers['set-cookie'] ?? '').split(';')[0] ?? '';
  return { app, api, loops, get: async (path) => await fetch(`${url}${path}`, { headers: { cookie }, redirect: 'manual' }) };
}

const placeOrder = (api: Api) => order(api, { from: 'ADVCUSD', to: 'SBERRUB', side: 'income', amount: '50' });

/** What traces of several modules are read from, once for each shop. */
interface SharedTraces {
  readonly sitemap: string;
  readonly actions: readonly string[];
  /** Attributes of an order's notices. */
  readonly notices: Readonly<Record<string, unknown>>;
}

async function readOnce({ api, get }: Shop): Promise<SharedTraces> {
  const operator = (await (await get('/api/office/v1/operator')).json()) as { data: { attributes: { actions: string[] } } };
  const placed = await placeOrder(api);
  const answer = await api.call('GET', `/api/v1/orders/${placed.id}/notices`, { headers: { 'order-token': placed.token } });
  return {
    sitemap: await (await get('/sitemap.xml')).text(),
    actions: operator.data.attributes.actions,
    notices: answer.resource().attributes,
  };
}

/** Which traces of a module the shop shows, by kind; the links to its page too. */
async function tracesIn(
  { api, loops, get }: Shop,
  shared: SharedTraces,
  { call, page, isInSitemap, action, notices, loop }: Traces,
): Promise<Record<string, boolean>> {
  const shown: Record<string, boolean> = {};
  if (call !== undefined) shown['call'] = (await get(call)).status === 200;
  if (page !== undefined) {
    shown['page'] = (await get(page)).status === 200;
    shown['English page'] = (await get(`/en${page}`)).status === 200;
    if (isInSitemap) shown['sitemap'] = shared.sitemap.includes(`${api.url}${page}<`);
  }
  if (action !== undefined) shown['office entry'] = shared.actions.includes(action);
  if (notices !== undefined) shown['notices'] = shared.notices[notices] !== null;
  if (loop !== undefined) shown['job'] = loops.includes(loop);
  return shown;
}

beforeAll(async () => {
  database = await createTestDatabase();
  telegram = await startTelegram();
});
afterAll(async () => {
  await telegram.close();
  await database.drop();
  removeFolder(folder);
});

/** Runs `use` with a shop and stops it. */
async function withShop(modulesOff: readonly OptionalModuleName[], use: (shop: Shop) => Promise<void>): Promise<void> {
  const shop = await startShop(modulesOff);
  try {
    await use(shop);
  } finally {
    await shop.app.stop();
  }
}

it.each(OPTIONAL_MODULE_NAMES)('%s is a module, and its call an endpoint', (name) => {
  expect(MODULES.map((module) => module.name)).toContain(name);
  const { call } = TRACES[name];
  if (call !== undefined) expect(ALL_ENDPOINTS.map(({ path }) => path)).toContain(call);
});

it('every trace is there while all modules are on', async () => {
  await withShop([], async (shop) => {
    const shared = await readOnce(shop);
    for (const name of OPTIONAL_MODULE_NAMES) {
      const shown = await tracesIn(shop, shared, TRACES[name]);
      expect({ name, ...shown }).toEqual({ name, ...Object.fromEntries(Object.keys(shown).map((kind) => [kind, true])) });
    }
  });
});

it.each(OPTIONAL_MODULE_NAMES)('%s alone can be switched off: no call, page, link, office entry or job of it is left', async (off) => {
  await withShop([off], async (shop) => {
    const shared = await readOnce(shop);
    for (const name of OPTIONAL_MODULE_NAMES) {
      const shown = await tracesIn(shop, shared, TRACES[name]);
      expect({ name, ...shown }).toEqual({ name, ...Object.fromEntries(Object.keys(shown).map((kind) => [kind, name !== off])) });
    }
    const { page } = TRACES[off];
    if (page !== undefined) expect(await (await shop.get('/')).text()).not.toContain(`href="${page}"`);
  });
});

describe('with all optional modules off', () => {
  it('an order is paid and completed', async () => {
    await withShop(OPTIONAL_MODULE_NAMES, async ({ api, get }) => {
      const placed = await placeOrder(api);
      await pay(api, placed);
      await untilStatus(api, placed, 'completed');
      expect((await get(`/order/${placed.id}?token=${placed.token}`)).status).toBeLessThan(400);
      const { orders, invitations } = await countInvitations(placed.id);
      expect({ orders, invitations }).toEqual({ orders: 1, invitations: 0 });
    });
  });
});

/** Reviews invite to each completed order by a reaction. */
async function countInvitations(orderId: string): Promise<{ orders: number; invitations: number }> {
  const orders = await database.adminDb.many(AnyRow, sql`select 1 from orders where id = ${orderId}`);
  const invitations = await database.adminDb.many(AnyRow, sql`select 1 from review_invitations where order_id = ${orderId}`);
  return { orders: orders.length, invitations: invitations.length };
}
