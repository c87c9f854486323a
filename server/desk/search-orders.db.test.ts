import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundAttributes } from '#contract/office/orders/search.ts';
import { orderNumber } from '#core/order/number.ts';
import { indexNextBatch } from '#server/orders/terms/index-old-orders.job.ts';
import { createSecrets } from '#server/platform/secrets.ts';
import { officeSearchRoutes } from '#server/search/office-routes.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { orderSearcher } from './search-orders.ts';

let world: World;
let office: Office;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeSearchRoutes([orderSearcher(world.deps)]));
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const search = async (role: string, q: string) =>
  await (await office.person(role)).send<FoundAttributes>('GET', `/api/office/v1/search?q=${encodeURIComponent(q)}`);
const find = async (q: string) => (await search('support', q)).rows.map(({ attributes }) => [attributes.subject, ...attributes.found_in]);

describe('order search', () => {
  it('finds an order by every identifier, newest first, and reports the matching fields', async () => {
    const first = await world.order({ email: 'Anna.Search@Example.org', outcome_requisites: { account: '40817810099910004312' } });
    await world.pass(1000);
    const second = await world.order({ email: 'boris.search@example.org' });
    await world.deposit(first, { externalId: 'BANK-77001', txHash: '0xFEED5678beef' });
    await world.drain();
    const { outcomeTxHash } = await world.read(first.id);
    expect(await find(first.id.slice(0, 5))).toContainEqual([first.id, 'number']);
    expect(await find(orderNumber(first.id))).toContainEqual([first.id, 'number']);
    expect(await find(orderNumber(first.id).replace('-', ' '))).toContainEqual([first.id, 'number']);
    expect(await find('ann.search@')).toEqual([]);
    expect(await find('nna.search@ex')).toEqual([[first.id, 'email']]);
    expect(await find('search@example')).toEqual([
      [second.id, 'email'],
      [first.id, 'email'],
    ]);
    expect(await find('4312')).toContainEqual([first.id, 'requisites']);
    expect(await find('40817810099910004312')).toEqual([[first.id, 'requisites']]);
    expect(await find('100,00 USDT')).toEqual([
      [second.id, 'amount'],
      [first.id, 'amount'],
    ]);
    expect(await find('0xfeed')).toEqual([[first.id, 'hash']]);
    expect(await find('bank-77')).toEqual([[first.id, 'reference']]);
    expect(await find(String(outcomeTxHash))).toEqual([[first.id, 'hash']]);
  });

  it('finds an order by another amount that was received', async () => {
    const order = await world.order({ email: 'short@example.org' });
    await world.deposit(order, { amount: 77_310_000n });
    expect(await find('77.31')).toContainEqual([order.id, 'amount']);
  });

  it('takes input literally and refuses none', async () => {
    for (const q of ["'; drop table orders; --", '%%%', '___', '\\', '${7*7}', '(|(uid=*))', '🙂🙂🙂', 'a'.repeat(254)])
      expect((await search('support', q)).status, q).toBe(200);
    expect((await search('support', 'a'.repeat(255))).status).toBe(400);
  });

  it('shows a role only what it may read, and requisites to none', async () => {
    await world.order({ email: 'hidden.search@example.org', outcome_requisites: { account: '55558888777799990001' } });
    expect((await search('content', 'hidden.search')).rows).toEqual([]);
    expect((await search('customer', 'hidden.search')).status).toBe(403);
    expect(JSON.stringify((await search('owner', 'hidden.search')).rows)).not.toContain('55558888777799990001');
    expect((await office.guest.send('GET', '/api/office/v1/search?q=hidden')).status).toBe(401);
  });

  it('stores nothing in plain text that a page masks, and other values under another key', async () => {
    const { id } = await world.order({ outcome_requisites: { account: '40817810000000001111' } });
    const [row] = await world.deps.db.many(as<{ terms: string[] }>(), sql`select terms from order_search where order_id = ${id}`);
    expect(row?.terms.join(' ')).not.toMatch(/1111|40817/);
  });

  it('indexes older orders, and all orders again when the key changes', async () => {
    const { id } = await world.order({ email: 'before@example.org', outcome_requisites: { account: '70000000000000000815' } });
    await world.database.adminDb.run(sql`delete from order_search where order_id = ${id}`);
    expect(await find('70000000000000000815')).toEqual([]);
    expect((await search('support', 'before@')).meta).toMatchObject({ is_complete: false });
    await world.pass(1);
    while ((await indexNextBatch(world.deps)) > 0);
    expect(await find('70000000000000000815')).toEqual([[id, 'requisites']]);
    expect((await search('support', 'before@')).meta).toMatchObject({ is_complete: true });
    expect(await indexNextBatch(world.deps)).toBe(0);

    const keyed = {
      ...world.deps,
      secrets: createSecrets('another secret of at least thirty-two', ['a secret of at least thirty-two characters']),
    };
    while ((await indexNextBatch(keyed)) > 0);
    const moved = await createOffice(world, officeSearchRoutes([orderSearcher(keyed)]));
    const answer = await (await moved.person('support')).send<FoundAttributes>('GET', '/api/office/v1/search?q=70000000000000000815');
    expect(answer.rows.map(({ attributes }) => attributes.subject)).toContain(id);
    await moved.close();
  });
});
