import { afterAll, beforeAll, expect, test } from 'vitest';
import { type App, assemble } from '#server/assemble.ts';
import { readConfig } from '#server/config/config.ts';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { OPEN_ORDER_COOKIE } from '#contract/visit-cookies.ts';
import { createApi, JSON_API } from '#tests/make/call-api.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { order } from '#tests/make/customer.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { freePort, makeFolder, removeFolder } from '#tests/make/process.ts';
import { OWNER } from '#tests/make/product.ts';

const PASSWORD = 'Trays-and-slips-for-2026';
/** Some loads also read what all visitors share: a page is loaded until so many loads in a row bring no smaller number. */
const LOADS_WITHOUT_FEWER = 5;
const quiet = () => undefined;

const folder = makeFolder();
let database: TestDatabase;
let app: App;
let orderPath = '';
let guest = '';
let user = '';

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

beforeAll(async () => {
  database = await createTestDatabase();
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
  });
  app = await assemble(config, { log: { debug: quiet, info: quiet, warn: quiet, error: quiet } });
  await app.start();
  const api = createApi(url);
  const made = await order(api, { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' });
  orderPath = `/order/${made.id}`;
  guest = cookiesOf(await fetch(`${url}${orderPath}?token=${made.token}`, { redirect: 'manual' }))
    .split('; ')
    .filter((cookie) => !cookie.startsWith(`${OPEN_ORDER_COOKIE}=`))
    .join('; ');
  const attributes = { email: 'reader@example.org', password: PASSWORD, password_confirmation: PASSWORD, accept_terms: true };
  const body = JSON.stringify({ data: { type: 'users', attributes } });
  user = cookiesOf(await fetch(`${url}/api/v1/users`, { method: 'POST', headers: JSON_API, body }));
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  removeFolder(folder);
});

/** The statements of one load of a page, with what all visitors share in memory. */
async function statementsOfPage(url: string, cookie = ''): Promise<readonly string[]> {
  let fewest: readonly string[] | undefined;
  for (let loads = 0; loads < LOADS_WITHOUT_FEWER; loads += 1) {
    const statements = await statementsOf(async () => {
      const page = await app.http.inject({ url, headers: { cookie } });
      expect([url, page.statusCode, page.headers['content-type']]).toEqual([url, 200, 'text/html; charset=utf-8']);
    });
    if (fewest === undefined || statements.length < fewest.length) [fewest, loads] = [statements, 0];
  }
  return fewest ?? [];
}

/** Each statement is a round trip. Raise a number only with a reason. */
test.each([
  ['the exchange page of a guest', () => statementsOfPage('/'), 0],
  ['the exchange page of a guest with an order', () => statementsOfPage('/', guest), 0],
  ['the exchange page of a signed-in visitor', () => statementsOfPage('/', user), 4],
  ['an order’s page', () => statementsOfPage(orderPath, guest), 4],
  // Orders, cards, earnings and second factors are five calls of one visitor, who is read once
  ['the account’s first page', () => statementsOfPage('/account', user), 12],
])('%s takes a fixed number of statements', async (_name, load, expected) => {
  const statements = await load();
  expect(statements, statements.join('\n')).toHaveLength(expected);
});

test('a page that asks for requisites shows the order as it is then', async () => {
  const id = orderPath.split('/').at(-1) ?? '';
  const { db } = database;
  await database.adminDb.run(sql`
    update orders set status = 'awaiting_requisites', requisites = null, requisites_reference = null where id = ${id}`);
  const page = await app.http.inject({ url: orderPath, headers: { cookie: guest } });
  expect(page.statusCode).toBe(200);
  const { status } = await db.one(rowType({ status: col.text }), sql`select status from orders where id = ${id}`);
  expect(status).toBe('awaiting_payment');
  expect(page.body).toContain('data-status="awaiting_payment"');
});
