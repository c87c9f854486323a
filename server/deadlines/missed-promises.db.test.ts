import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { REVIEW_MS } from '#core/order/promise.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { promiseEmailKind } from '#server/order-emails/event-emails.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { findOrderPromise } from '#server/orders/customer/payout-promise.ts';
import { webhookBody } from '#server/webhooks/make-event.ts';
import type { WebhookDocument } from '#contract/partner/webhook-document.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { reportMissedPromises } from './report-missed-promises.job.ts';

let world: World;
let office: Office;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, []);
  const { id } = await office.person('compliance', 'Olga');
  await world.deps.db.run(sql`
    insert into payout_limits (version, value, set_by)
    select coalesce(max(version), 0) + 1, ${JSON.stringify({ ...DEFAULT_PAYOUT_LIMITS, firstUsd: 0 })}::jsonb, ${id}::uuid
      from payout_limits`);
  await world.limits.refresh();
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const newsOf = async (id: string) =>
  await world.deps.db.many(as<{ version: number }>(), sql`select version from mail_news where kind = 'promise' and subject = ${id}`);
const composedEmailOf = async (id: string) => {
  const emails = promiseEmailKind({ ...world.deps, t: createTranslate() });
  return (await emails.compose({ kind: 'promise', subject: id, version: 1, topic: 'missed', isPaid: true }))?.email;
};
const emailOf = async (id: string) => (await composedEmailOf(id))?.heading;

test('a missed payout promise is reported once with the new one, and again when that is missed', async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  const since = world.deps.clock.now();
  await reportMissedPromises(world.deps);
  expect([await newsOf(order.id), await emailOf(order.id)]).toEqual([[], undefined]);
  await world.pass(REVIEW_MS);
  await Promise.all([reportMissedPromises(world.deps), reportMissedPromises(world.deps)]);
  const first = await newsOf(order.id);
  expect(first).toHaveLength(1);
  expect(await emailOf(order.id)).toContain(formatDateTime(new Date(since + 2 * HOUR_MS).toISOString(), 'ru'));
  await world.deps.db.run(sql`delete from mail_news where subject = ${order.id}`);
  await reportMissedPromises(world.deps);
  expect(await newsOf(order.id)).toEqual([]);
  await world.pass(2 * HOUR_MS - REVIEW_MS);
  await reportMissedPromises(world.deps);
  expect((await newsOf(order.id))[0]?.version).toBeGreaterThan(first[0]?.version ?? 0);
  expect(await emailOf(order.id)).toContain(formatDateTime(new Date(since + 6 * HOUR_MS).toISOString(), 'ru'));
});

const paidOrder = async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  return order;
};

test('after the last promise was missed the customer is informed once, on the page and by mail', async () => {
  const order = await paidOrder();
  await world.pass(72 * HOUR_MS - 1);
  await reportMissedPromises(world.deps);
  await world.deps.db.run(sql`delete from mail_news where subject = ${order.id}`);
  await world.pass(1);
  await Promise.all([reportMissedPromises(world.deps), reportMissedPromises(world.deps)]);
  expect(await newsOf(order.id)).toHaveLength(1);
  expect(await emailOf(order.id)).toBe('Выплата займёт больше времени');
  const { attributes } = await presentOrder(world.deps, world.deps.db, { order: await world.read(order.id), locale: 'ru' });
  expect([attributes.payout_promise, attributes.payout_overdue_since]).toEqual([null, expect.any(String)]);
  const expected = {
    order: await world.read(order.id),
    promise: await findOrderPromise(world.deps, world.deps.db, await world.read(order.id)),
  };
  const event = {
    id: 'evt_1',
    topic: 'order.touched',
    sequence: 1,
    at: world.deps.clock.now(),
    isSandbox: false,
    content: expected,
  } as const;
  const document = JSON.parse(webhookBody(world.deps, event)) as WebhookDocument;
  expect(document.data?.attributes.payout_overdue_since).toBe(attributes.payout_overdue_since);
  expect(attributes).toMatchObject(document.data?.attributes ?? {});
  await world.deps.db.run(sql`delete from mail_news where subject = ${order.id}`);
  await world.pass(HOUR_MS);
  await reportMissedPromises(world.deps);
  expect(await newsOf(order.id)).toEqual([]);
});

test('a failed payout keeps its promise', async () => {
  const order = await paidOrder();
  await world.database.adminDb.run(sql`update orders set status = 'payout_failed' where id = ${order.id}`);
  await world.pass(2 * HOUR_MS);
  await reportMissedPromises(world.deps);
  expect(await newsOf(order.id)).toHaveLength(1);
  const why = createTranslate()('ru', 'order.late.failed');
  expect((await composedEmailOf(order.id))?.lines).toContainEqual({ label: 'Причина', value: why });
  await world.database.adminDb.run(sql`update orders set status = 'payout_pending' where id = ${order.id}`);
});

test('older orders and orders that cannot be presented do not delay other reports', async () => {
  const older = await paidOrder();
  await world.database.adminDb.run(sql`create table copies as select * from orders where id = ${older.id}`);
  for (let n = 0; n < 200; n += 1) {
    await world.database.adminDb.run(sql`
      update copies set id = ${`old${String(n).padStart(17, '0')}`}, hold_id = null, hold_amount = null, requisites_reference = null,
        rail_reference_rail = null, status = 'payout_sent', outcome_requisites_sealed = 'x'::bytea`);
    await world.database.adminDb.run(sql`insert into orders select * from copies`);
  }
  await world.pass(HOUR_MS);
  const fresh = await paidOrder();
  await world.pass(2 * HOUR_MS);
  await reportMissedPromises({ ...world.deps, log: { ...world.deps.log, error: () => undefined } });
  expect(await newsOf(fresh.id)).toHaveLength(1);
  await world.database.adminDb.run(sql`delete from missed_promises where order_id like 'old%'`);
  await world.database.adminDb.run(sql`delete from orders where id like 'old%'`);
});

test('orders whose promises were reported are checked with a few statements together', async () => {
  for (let made = 0; made < 3; made += 1) await paidOrder();
  await world.pass(HOUR_MS);
  await reportMissedPromises(world.deps);
  await world.pass(6 * MINUTE_MS);
  const statements = await statementsOf(async () => await reportMissedPromises(world.deps));
  expect(statements, statements.join('\n')).toHaveLength(3);
  expect(await statementsOf(async () => await reportMissedPromises(world.deps))).toHaveLength(1);
});

test('an order whose waits cannot be read does not delay reports of the others', async () => {
  const broken = await paidOrder();
  const fresh = await paidOrder();
  await world.pass(2 * HOUR_MS);
  const { orderFacts } = world.deps;
  const findPayoutWaits: typeof orderFacts.findPayoutWaits = async (db, ids) => {
    if (ids.includes(broken.id)) throw new Error('unreadable');
    return await orderFacts.findPayoutWaits(db, ids);
  };
  const log = { ...world.deps.log, error: () => undefined };
  await reportMissedPromises({ ...world.deps, log, orderFacts: { ...orderFacts, findPayoutWaits } });
  expect(await newsOf(fresh.id)).toHaveLength(1);
  expect(await newsOf(broken.id)).toEqual([]);
});
