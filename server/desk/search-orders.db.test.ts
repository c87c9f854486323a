import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundAttributes } from '#contract/office-search.ts';
import { takeInOrders } from '#server/orders/terms/take-in.job.ts';
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

const ask = async (role: string, q: string) =>
  await (await office.person(role)).send<FoundAttributes>('GET', `/api/office/v1/search?q=${encodeURIComponent(q)}`);
const found = async (q: string) => (await ask('support', q)).rows.map(({ attributes }) => [attributes.subject, ...attributes.found_in]);

describe('the one search box', () => {
  it('finds an order by everything that it is known by, newest first, and says by what', async () => {
    const first = await world.order({ email: 'Anna.Search@Example.org', outcome_requisites: { account: '40817810099910004312' } });
    await world.pass(1000);
    const second = await world.order({ email: 'boris.search@example.org' });
    await world.deposit(first, { externalId: 'BANK-77001', txHash: '0xFEED5678beef' });
    await world.drain();
    const { outcomeTxHash } = await world.read(first.id);
    expect(await found(first.id.slice(0, 5))).toContainEqual([first.id, 'number']);
    expect(await found('ann.search@')).toEqual([]);
    expect(await found('nna.search@ex')).toEqual([[first.id, 'email']]);
    expect(await found('search@example')).toEqual([
      [second.id, 'email'],
      [first.id, 'email'],
    ]);
    expect(await found('4312')).toContainEqual([first.id, 'requisites']);
    expect(await found('40817810099910004312')).toEqual([[first.id, 'requisites']]);
    expect(await found('100,00 USDT')).toEqual([
      [second.id, 'amount'],
      [first.id, 'amount'],
    ]);
    expect(await found('0xfeed')).toEqual([[first.id, 'hash']]);
    expect(await found('bank-77')).toEqual([[first.id, 'reference']]);
    expect(await found(String(outcomeTxHash))).toEqual([[first.id, 'hash']]);
  });

  it('finds what has become of an order: another sum that came', async () => {
    const order = await world.order({ email: 'short@example.org' });
    await world.deposit(order, { amount: 77_310_000n });
    expect(await found('77.31')).toContainEqual([order.id, 'amount']);
  });

  it('takes everything literally and refuses nobody for what he types', async () => {
    for (const q of ["'; drop table orders; --", '%%%', '___', '\\', '${7*7}', '(|(uid=*))', '🙂🙂🙂', 'a'.repeat(254)])
      expect((await ask('support', q)).status, q).toBe(200);
    expect((await ask('support', 'a'.repeat(255))).status).toBe(400);
  });

  it('tells a role only what it may read, and no requisites to anybody', async () => {
    await world.order({ email: 'hidden.search@example.org', outcome_requisites: { account: '55558888777799990001' } });
    expect((await ask('content', 'hidden.search')).rows).toEqual([]);
    expect((await ask('customer', 'hidden.search')).status).toBe(403);
    expect(JSON.stringify((await ask('owner', 'hidden.search')).rows)).not.toContain('55558888777799990001');
    expect((await office.guest.send('GET', '/api/office/v1/search?q=hidden')).status).toBe(401);
  });

  it('keeps nothing in clear that a page would show masked, and nothing the same under another key', async () => {
    const { id } = await world.order({ outcome_requisites: { account: '40817810000000001111' } });
    const [row] = await world.deps.db.many(as<{ terms: string[] }>(), sql`select terms from order_search where order_id = ${id}`);
    expect(row?.terms.join(' ')).not.toMatch(/1111|40817/);
  });

  it('takes in the orders of before, and all of them anew when the key has changed', async () => {
    const { id } = await world.order({ email: 'before@example.org', outcome_requisites: { account: '70000000000000000815' } });
    await world.database.adminDb.run(sql`delete from order_search where order_id = ${id}`);
    expect(await found('70000000000000000815')).toEqual([]);
    expect((await ask('support', 'before@')).meta).toMatchObject({ is_complete: false });
    await world.pass(1);
    while ((await takeInOrders(world.deps)) > 0);
    expect(await found('70000000000000000815')).toEqual([[id, 'requisites']]);
    expect((await ask('support', 'before@')).meta).toMatchObject({ is_complete: true });
    expect(await takeInOrders(world.deps)).toBe(0);

    const keyed = {
      ...world.deps,
      secrets: createSecrets('another secret of at least thirty-two', ['a secret of at least thirty-two characters']),
    };
    while ((await takeInOrders(keyed)) > 0);
    const moved = await createOffice(world, officeSearchRoutes([orderSearcher(keyed)]));
    const answer = await (await moved.person('support')).send<FoundAttributes>('GET', '/api/office/v1/search?q=70000000000000000815');
    expect(answer.rows.map(({ attributes }) => attributes.subject)).toContain(id);
    await moved.close();
  });
});
