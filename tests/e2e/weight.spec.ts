import { firstLoadOf } from '#tests/make/first-load.ts';
import { makeOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, test } from './page-test.ts';

/** KiB, compressed with gzip (quality G2). */
const MAX_KIB = 145;

test('the exchange page and an order start with at most 145 KiB of scripts', async ({ context, baseURL }) => {
  const { id, token } = await makeOrder(ROUBLES_TO_LITECOIN, 'ru');
  await context.request.get(`/order/${id}?token=${token}`);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const kib = async (path: string) => Math.round((await firstLoadOf(`${baseURL}${path}`, { cookie })).scripts / 102.4) / 10;
  expect(await kib('/')).toBeLessThanOrEqual(MAX_KIB);
  expect(await kib(`/order/${id}`)).toBeLessThanOrEqual(MAX_KIB);
});
