import { firstLoadOf } from '#tests/make/first-load.ts';
import { makeOrder, ROUBLES_TO_LITECOIN } from './order.ts';
import { expect, test } from './page-test.ts';

/** KiB, compressed with gzip: scripts by quality G2, documents a tenth above their present size. */
const MAX_KIB = { scripts: 145, exchange: 34, order: 24 };

test('the exchange page and an order start with at most 145 KiB of scripts, and their documents stay small', async ({
  context,
  baseURL,
}) => {
  const { id, token } = await makeOrder(ROUBLES_TO_LITECOIN, 'ru');
  await context.request.get(`/order/${id}?token=${token}`);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
  const kib = (bytes: number) => Math.round(bytes / 102.4) / 10;
  const [exchange, order] = await Promise.all(['/', `/order/${id}`].map((path) => firstLoadOf(`${baseURL}${path}`, { cookie })));
  for (const page of [exchange, order]) expect(kib(page?.scripts ?? Number.NaN)).toBeLessThanOrEqual(MAX_KIB.scripts);
  expect(kib(exchange?.html ?? Number.NaN)).toBeLessThanOrEqual(MAX_KIB.exchange);
  expect(kib(order?.html ?? Number.NaN)).toBeLessThanOrEqual(MAX_KIB.order);
});
