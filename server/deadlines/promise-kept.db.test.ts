import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { REVIEW_MS } from '#core/order/promise.ts';
import { MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { WORK } from '#tests/make/registries.ts';
import { findOrderPromise } from '#server/orders/customer/payout-promise.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { dueSource, taskDueAt } from '#server/payout-tasks/promised-time.ts';
import { executeSubjectPayout } from '#server/payouts/machine/execute-payout.ts';
import { findLateWork } from '#server/work/lane.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { reportMissedPromises } from './report-missed-promises.job.ts';

let world: ManualWorld;
let office: Office;
let compliance: string;

beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, []);
  compliance = (await office.person('compliance', 'Olga')).id;
  await world.deps.db.run(sql`
    insert into payout_limits (version, value, set_by)
    select coalesce(max(version), 0) + 1, ${JSON.stringify({ ...DEFAULT_PAYOUT_LIMITS, firstUsd: 0 })}::jsonb, ${compliance}::uuid
      from payout_limits`);
  await world.limits.refresh();
});
afterAll(async () => {
  await office.close();
  await world.abandon();
});

/** The promise about an order in its page, e-mails and partner events. */
async function promised(id: string) {
  const order = await world.read(id);
  const { attributes } = await presentOrder(world.deps, world.deps.db, { order, locale: 'ru' });
  const { payout } = await findOrderPromise(world.deps, world.deps.db, order);
  const shownPayout = payout && { at: toRfc3339(payout.at), missed_at: payout.missed === null ? null : toRfc3339(payout.missed) };
  expect(shownPayout).toEqual(attributes.payout_promise);
  return attributes;
}

const missedNews = async (id: string) =>
  await world.deps.db.many(as<object>(), sql`select version from mail_news where kind = 'promise' and subject = ${id}`);

/** An operator approves its payout, and it becomes a manual payout. */
async function approve(id: string): Promise<void> {
  const at = new Date(world.deps.clock.now());
  await world.deps.db.run(
    sql`update approvals set state = 'approved', decided_by = ${compliance}::uuid, decided_at = ${at}
      where subject = ${id} and state = 'open'`,
  );
  await executeSubjectPayout(world.deps, { kind: 'order', id }, 'payout');
  await world.drain();
}

const lateTasks = async () =>
  (await findLateWork(world.deps, world.deps.db, WORK))
    .filter((row) => row.lane === 'payoutTasks' && row.is_late)
    .flatMap((row) => row.subjects);

test('after an approval, page, mail, task and alarm show the same promised time, and none that was not given', async () => {
  const order = await world.order();
  const paidAt = world.deps.clock.now();
  await world.deposit(order);
  await world.drain();
  expect((await promised(order.id)).payout_promise).toEqual({ at: toRfc3339(paidAt + REVIEW_MS), missed_at: null });
  await world.pass(REVIEW_MS - 5 * MINUTE_MS);
  await approve(order.id);
  const { status, eta_minutes: minutes, payout_promise: after } = await promised(order.id);
  const at = world.deps.clock.now() + minutes * MINUTE_MS;
  expect([status, after]).toEqual(['payout_sent', { at: toRfc3339(at), missed_at: null }]);
  const due = await world.deps.db.many(
    as<{ due_at: Date }>(),
    sql`select ${taskDueAt} as due_at from payout_tasks k ${dueSource} where k.subject_id = ${order.id}`,
  );
  expect(due).toEqual([{ due_at: new Date(at) }]);
  await world.pass(at - 1 - world.deps.clock.now());
  await reportMissedPromises(world.deps);
  expect([await missedNews(order.id), await lateTasks()]).toEqual([[], []]);
  await world.pass(1);
  await reportMissedPromises(world.deps);
  expect([(await missedNews(order.id)).length, await lateTasks()]).toEqual([1, [order.id]]);
  expect((await promised(order.id)).payout_promise).toMatchObject({ missed_at: toRfc3339(at) });
});

test('an early approval does not change the promised time', async () => {
  const order = await world.order();
  const paidAt = world.deps.clock.now();
  await world.deposit(order);
  await world.drain();
  await world.pass(MINUTE_MS);
  await approve(order.id);
  expect((await promised(order.id)).payout_promise).toEqual({ at: toRfc3339(paidAt + REVIEW_MS), missed_at: null });
});
