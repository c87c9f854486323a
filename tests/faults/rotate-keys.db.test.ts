import { as } from '#tests/make/rows.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GuestOrder, order, pay, readOrder, requisitesOf, untilStatus } from '#tests/make/customer.ts';
import { createProduct, type Product } from '#tests/make/product.ts';

const OLD = 'k3J9-wQ7x-Zp2V-8mTn-R5yB-first-of-all';
const NEW = 'h8Ls-Ga4c-Xe6U-1oYd-N0fI-second-one!!';
const WISH = { from: 'USDTTRC20', to: 'SBERRUB', side: 'income', amount: '100' } as const;

let product: Product;
beforeAll(async () => {
  product = await createProduct();
});
afterAll(async () => {
  await product.close();
});

const rotate = async (env: Readonly<Record<string, string>>) =>
  await promisify(execFile)(process.execPath, ['scripts/rotate-keys.ts'], {
    env: { PATH: process.env['PATH'], DATABASE_URL: product.database.url, ...env },
  });
const fingerprints = async (ids: readonly string[]) =>
  (
    await product.database.db.many(
      as<{ text: string }>(),
      sql`select encode(outcome_fingerprint, 'hex') as text from orders where id = any (${ids}) order by id`,
    )
  ).map(({ text }) => text);

it('after a key rotation, existing links, orders and responses stay valid', async () => {
  const first = await product.start({ SECRET_KEY: OLD });
  const orders: GuestOrder[] = [await order(first.api, WISH), await order(first.api, WISH)];
  const [waiting, paid] = orders as [GuestOrder, GuestOrder];
  const where = await requisitesOf(first.api, waiting);
  const before = await fingerprints(orders.map(({ id }) => id));
  await first.kill();

  const second = await product.start({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
  expect(await requisitesOf(second.api, waiting)).toEqual(where);
  const { stdout } = await rotate({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: OLD });
  expect(stdout).toMatch(/orders\.outcome_requisites_sealed: 2 sealed anew, 0 already so/);
  expect(stdout).toContain('Everything stored is sealed with SECRET_KEY.');
  // During the rotation, sealed with one key and read with the other: the customer pays and is paid
  await pay(second.api, paid);
  await untilStatus(second.api, paid, 'completed');
  expect(await fingerprints(orders.map(({ id }) => id))).not.toEqual(before);
  await second.kill();

  const third = await product.start({ SECRET_KEY: NEW });
  const link = await third.api.call('GET', `/api/v1/orders/${waiting.id}`, { headers: { 'order-token': waiting.token } });
  expect(link.status).toBe(404);
  const own = await order(third.api, WISH);
  expect((await readOrder(third.api, own))['status']).toMatch(/^awaiting/);
  await expect(rotate({ SECRET_KEY: NEW, SECRET_KEY_PREVIOUS: NEW })).rejects.toMatchObject({ code: 2 });
}, 120_000);
