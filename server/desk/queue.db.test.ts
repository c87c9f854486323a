import { col, rowType, sql } from '#server/platform/db/db.ts';
import * as z from 'zod/mini';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { attentionsOf } from '#core/staff/attention.ts';
import type { OrderStatus } from '#core/order/status.ts';
import { MINUTE_MS } from '#core/time.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { watchAllWork } from '#tests/make/watch-work.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { officeOrderRoutes } from './office-routes.ts';
import { NO_ATTENTION_STATUSES } from './work.ts';

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

/** An order with this state. It tests how the queue reads rows, not how rows are made. */
async function insertOrder(status: OrderStatus, { usdt, minutes }: { readonly usdt: number; readonly minutes: number }): Promise<string> {
  const { id } = await world.order();
  const since = new Date(world.deps.clock.now() - minutes * MINUTE_MS);
  await world.database.adminDb.run(sql`
    update orders set status = ${status}, income_amount = ${String(usdt * 1_000_000)}::numeric, status_changed_at = ${since}
      where id = ${id}`);
  return id;
}

const list = (person: Person, query: string) => person.send<OfficeOrderRowAttributes>('GET', `/api/office/v1/orders?${query}`);

test('every lane is oldest first, largest first among equal waits', async () => {
  const made = {
    fresh: await insertOrder('payment_claimed', { usdt: 50_000, minutes: 1 }),
    small: await insertOrder('payment_claimed', { usdt: 100, minutes: 20 }),
    large: await insertOrder('payment_claimed', { usdt: 9_000, minutes: 17 }),
    oldest: await insertOrder('payment_claimed', { usdt: 10, minutes: 50 }),
    quietOld: await insertOrder('awaiting_payment', { usdt: 10, minutes: 40 }),
    quietDear: await insertOrder('awaiting_payment', { usdt: 10_000, minutes: 5 }),
    quiet: await insertOrder('awaiting_payment', { usdt: 10, minutes: 6 }),
    burning: await insertOrder('moderation', { usdt: 1, minutes: 0 }),
  };
  const owner = await office.person('owner');
  const names = new Map(Object.entries(made).map(([name, id]) => [id, name]));
  const waiting = (await list(owner, 'view=needs_person')).rows.map(({ id }) => names.get(id));
  expect(waiting).toEqual(['burning', 'oldest', 'large', 'small', 'fresh']);
  const open = (await list(owner, 'view=open')).rows.map(({ id }) => names.get(id));
  expect(open).toEqual([...waiting, 'quietOld', 'quietDear', 'quiet']);
});

test('operators count and see what their role can act on; a role without decisions sees all and counts none', async () => {
  for (const status of ['moderation', 'compliance_hold', 'payout_failed', 'payment_claimed', 'awaiting_verification'] as const)
    await insertOrder(status, { usdt: 10, minutes: 1 });
  await world.database.adminDb.run(sql`
    insert into card_verifications (id, order_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at,
      picture_key,
      picture_secret_sealed)
    select gen_random_uuid(), id, sha256(id::bytea), '2202', 'x'::bytea, 'A B', 'sberbank', 'pending', now(), id, 'x'::bytea
    from orders where status = 'awaiting_verification'`);
  for (const role of ['owner', 'cashier', 'verifier', 'compliance', 'support', 'treasurer']) {
    const { rows, meta } = await list(await office.person(role), 'view=needs_person');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ attributes }) => !attentionsOf(role).some((own) => own === attributes.attention))).toEqual([]);
    expect(meta).toMatchObject({ needs_person: rows.length, total: rows.length });
    // Orders in work are the other open ones
    const [open, inWork] = [await list(await office.person(role), 'view=open'), await list(await office.person(role), 'view=in_work')];
    expect([...rows, ...inWork.rows].map(({ id }) => id).toSorted()).toEqual(open.rows.map(({ id }) => id).toSorted());
    expect(inWork.meta['total']).toBe(inWork.rows.length);
  }
  const auditor = await list(await office.person('auditor'), 'view=needs_person');
  expect(auditor.meta['needs_person']).toBe(0);
  expect(new Set(auditor.rows.map(({ attributes }) => attributes.attention)).size).toBe(5);
});

test('a queue older than promised alarms once; the alarm ends when the queue is empty', async () => {
  const open = async () => await listOpenSubjects(world.deps.db, 'queue_late');
  await world.database.adminDb.run(sql`update orders set status = 'awaiting_payment'`);
  const waiting = await insertOrder('moderation', { usdt: 10, minutes: 4 });
  await world.database.adminDb.run(sql`update directions set eta_minutes = 10`);
  await watchAllWork(world.deps);
  expect(await open()).toEqual([]);
  await world.pass(6 * MINUTE_MS);
  await watchAllWork(world.deps);
  await watchAllWork(world.deps);
  const Row = rowType({ times: col.number, detail: col.json(z.unknown()) });
  expect(await world.deps.db.many(Row, sql`select times, detail from incidents where kind = 'queue_late'`)).toEqual([
    { times: 1, detail: { waiting: '1', order: waiting, waiting_minutes: '10', items: waiting } },
  ]);
  await world.database.adminDb.run(sql`update orders set status = 'awaiting_payment' where id = ${waiting}`);
  await watchAllWork(world.deps);
  expect(await open()).toEqual([]);
});

test('orders that need an operator are found through an index with the same condition', async () => {
  const row = await world.deps.db.one(
    rowType({ words: col.text }),
    sql`select pg_get_expr(indpred, indrelid) as words from pg_index where indexrelid = 'orders_calling'::regclass`,
  );
  const states = [...row.words.matchAll(/'(\w+)'/g)].map((match) => match[1] ?? '');
  expect(states.toSorted()).toEqual(NO_ATTENTION_STATUSES.toSorted());
});

test('a failed payout is due when it was promised to the customer, before and after that time', async () => {
  const id = await insertOrder('payout_failed', { usdt: 10, minutes: 1 });
  await world.database.adminDb.run(sql`
    insert into order_events (order_id, version, move, from_status, to_status, actor, at)
    select ${id}, max(version) + 1, 'settle_payment', 'awaiting_payment', 'paid', 'system', ${new Date(world.deps.clock.now())}
    from order_events where order_id = ${id}`);
  const promised = async () =>
    (await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' })).attributes.payout_promise;
  const owner = await office.person('owner');
  const due = async () => (await list(owner, 'view=needs_person')).rows.find((row) => row.id === id)?.attributes.due_at;
  const first = await promised();
  expect(first).toEqual({ at: expect.any(String), missed_at: null });
  expect(await due()).toBe(first?.at);
  await world.pass(60 * MINUTE_MS);
  expect((await promised())?.missed_at).toBe(first?.at);
  expect(await due()).toBe(first?.at);
});

test('a refund that has just begun is not failed, though an earlier payout of the order failed', async () => {
  const id = await insertOrder('payout_failed', { usdt: 10, minutes: 1 });
  const { adminDb } = world.database;
  const attempt = async (purpose: 'payout' | 'refund', at: string) =>
    await adminDb.run(sql`
      insert into payouts (id, order_id, purpose, attempt, rail, payment_system_code, wallet, amount, state, claimed_at, updated_at)
      select ${world.deps.random.uuid()}, id, ${purpose}, 1, 'test', outcome_code, outcome_wallet, 1, 'failed', ${at}::timestamptz,
        ${at}::timestamptz
      from orders where id = ${id}`);
  await attempt('payout', '2026-03-01T00:00:00Z');
  await adminDb.run(sql`update orders set status = 'refund_pending', status_changed_at = now() where id = ${id}`);
  const owner = await office.person('owner');
  const attentionOf = async () => (await list(owner, 'view=needs_person')).rows.find((row) => row.id === id)?.attributes.attention;
  expect(await attentionOf()).toBeUndefined();
  await attempt('refund', '2026-03-01T00:01:00Z');
  expect(await attentionOf()).toBe('refund_failed');
});

test('a refresh of the queue takes two statements, however many orders it lists; an open order eleven', async () => {
  const id = await insertOrder('payment_claimed', { usdt: 10, minutes: 1 });
  const owner = await office.person('owner');
  const refresh = async () => await statementsOf(async () => await list(owner, 'view=needs_person'));
  const few = await refresh();
  expect(few, few.join('\n')).toHaveLength(2);
  for (let i = 0; i < 5; i += 1) await insertOrder('payment_claimed', { usdt: 10, minutes: i });
  expect(await refresh()).toHaveLength(2);
  const opened = await statementsOf(async () => await owner.send('GET', `/api/office/v1/orders/${id}`));
  expect(opened, opened.join('\n')).toHaveLength(11);
});
