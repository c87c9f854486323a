import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeOrderRowAttributes } from '#contract/office-orders.ts';
import { attentionsOf } from '#core/attention.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { MINUTE_MS } from '#core/time.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeOrderRoutes } from './office-routes.ts';

let world: World;
let office: Office;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeOrderRoutes(world.deps));
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

/** An order that stands like this: for how the queue reads rows, not for how they come to be. */
async function standing(status: OrderStatus, { usdt, minutes }: { readonly usdt: number; readonly minutes: number }): Promise<string> {
  const { id } = await world.order();
  const since = new Date(world.deps.clock.now() - minutes * MINUTE_MS);
  await world.database.adminDb.run(sql`
    update orders set status = ${status}, income_amount = ${String(usdt * 1_000_000)}::numeric, status_changed_at = ${since} where id = ${id}`);
  return id;
}

const list = (person: Person, query: string) => person.send<OfficeOrderRowAttributes>('GET', `/api/office/v1/orders?${query}`);

test('every lane is oldest first, and dearest first among those who have waited alike', async () => {
  const made = {
    fresh: await standing('payment_claimed', { usdt: 50_000, minutes: 1 }),
    small: await standing('payment_claimed', { usdt: 100, minutes: 20 }),
    large: await standing('payment_claimed', { usdt: 9_000, minutes: 17 }),
    oldest: await standing('payment_claimed', { usdt: 10, minutes: 50 }),
    quietOld: await standing('awaiting_payment', { usdt: 10, minutes: 40 }),
    quietDear: await standing('awaiting_payment', { usdt: 10_000, minutes: 5 }),
    quiet: await standing('awaiting_payment', { usdt: 10, minutes: 6 }),
    burning: await standing('moderation', { usdt: 1, minutes: 0 }),
  };
  const owner = await office.person('owner');
  const names = new Map(Object.entries(made).map(([name, id]) => [id, name]));
  const waiting = (await list(owner, 'view=needs_person')).rows.map(({ id }) => names.get(id));
  expect(waiting).toEqual(['burning', 'oldest', 'large', 'small', 'fresh']);
  const open = (await list(owner, 'view=open')).rows.map(({ id }) => names.get(id));
  expect(open).toEqual([...waiting, 'quietOld', 'quietDear', 'quiet']);
});

test('everybody counts and sees what his own role can act on; who decides nothing sees all and is called to none', async () => {
  for (const status of ['moderation', 'compliance_hold', 'payout_failed', 'payment_claimed', 'awaiting_verification'] as const)
    await standing(status, { usdt: 10, minutes: 1 });
  for (const role of ['owner', 'cashier', 'verifier', 'compliance', 'support', 'treasurer']) {
    const { rows, meta } = await list(await office.person(role), 'view=needs_person');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ attributes }) => !attentionsOf(role).some((own) => own === attributes.attention))).toEqual([]);
    expect(meta).toMatchObject({ needs_person: rows.length, total: rows.length });
  }
  const auditor = await list(await office.person('auditor'), 'view=needs_person');
  expect(auditor.meta['needs_person']).toBe(0);
  expect(new Set(auditor.rows.map(({ attributes }) => attributes.attention)).size).toBe(5);
});
