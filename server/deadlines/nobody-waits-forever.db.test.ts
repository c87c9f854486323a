import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attentionsOf } from '#core/staff/attention.ts';
import { moveAtDeadline, COMPLIANCE_DECISION_MS } from '#core/order/deadlines.ts';
import type { Move } from '#core/lifecycle/state-machine.ts';
import { MOVES } from '#core/order/lifecycle.ts';
import { isFinal, EXCHANGE_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { HOUR_MS } from '#core/time.ts';
import { findPayoutsToPoll } from '#server/payouts/store.ts';
import { findUnattemptedOrders } from '#server/payouts/jobs.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { expireOrders, findExpired, reportLateHolds } from './order-deadlines.job.ts';
import { listOfficeOrders } from '#server/desk/store.ts';
import { applyMove, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { unitPrices } from '#server/desk/office-routes.ts';

/**
 * What ends each state that is not final: its deadline, an operator's queue, or the payout jobs. Covers all states, so that a new one must
 * be added here.
 */
const ENDED_BY: Readonly<
  Record<
    Exclude<OrderStatus, 'awaiting_confirmation' | 'completed' | 'refunded' | 'expired' | 'cancelled' | 'payment_failed' | 'rejected'>,
    'time' | 'person' | 'machine'
  >
> = {
  awaiting_verification: 'time',
  awaiting_requisites: 'time',
  awaiting_payment: 'time',
  payment_claimed: 'time',
  payment_detected: 'person',
  moderation: 'person',
  compliance_hold: 'person',
  requote: 'time',
  paid: 'machine',
  payout_pending: 'machine',
  payout_sent: 'machine',
  payout_failed: 'person',
  refund_pending: 'machine',
};
const WHILE_OPEN = Object.entries(ENDED_BY) as [keyof typeof ENDED_BY, 'time' | 'person' | 'machine'][];

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.abandon());

/** An order as its last move into this state left it four days ago. */
async function leftIn(status: OrderStatus, form = {}): Promise<string> {
  const order = await world.order(form);
  const long = new Date(world.deps.clock.now() - 96 * HOUR_MS);
  const due = new Date(world.deps.clock.now() - HOUR_MS);
  const hasDeadline = ENDED_BY[status as keyof typeof ENDED_BY] === 'time' || status === 'moderation' || status === 'compliance_hold';
  await world.deps.db.run(sql`
    update orders set status = ${status}, status_changed_at = ${long}, expires_at = ${hasDeadline ? due : null} where id = ${order.id}`);
  return order.id;
}

const needsPerson = async (): Promise<string[]> => {
  const filter = {
    view: 'needs_person',
    attentions: attentionsOf('owner'),
    status: undefined,
    statusGroup: undefined,
    q: undefined,
    partnerId: undefined,
    days: {},
  } as const;
  const page = { limit: 200, offset: 0, from: undefined, sort: undefined };
  const reckoning = { now: world.deps.clock.now(), worth: unitPrices(world.deps) };
  return (await listOfficeOrders(world.deps.db, filter, { ...page, ranking: reckoning })).rows.map((row) => row.id);
};

describe('an order that is not final', () => {
  it('has something that ends it, in every state', () => {
    expect(WHILE_OPEN.map(([status]) => status).toSorted()).toEqual(EXCHANGE_STATUSES.filter((status) => !isFinal(status)).toSorted());
  });

  it.each(WHILE_OPEN.filter(([, by]) => by === 'time'))('in %s ends by its deadline', async (status) => {
    const id = await leftIn(status);
    expect(await world.deps.db.tx(async (tx) => await findExpired(tx, world.deps.clock.now(), 500))).toContain(id);
    const cause = moveAtDeadline({ ...(await world.read(id)), status }, world.deps.clock.now(), { provider: 'test', card: 'none' });
    const move: Move<OrderStatus> | undefined = cause === null ? undefined : MOVES[cause.move];
    expect(move?.from).toContain(status);
  });

  it.each(WHILE_OPEN.filter(([, by]) => by === 'person'))('in %s is in an operator’s queue', async (status) => {
    const id = await leftIn(status);
    expect(await needsPerson()).toContain(id);
  });

  it('in moderation is still in the queue after its day is over and its hold is released', async () => {
    const id = await leftIn('moderation');
    await expireOrders(world.deps);
    expect(await world.read(id)).toMatchObject({ status: 'moderation', hold: null });
    expect(await needsPerson()).toContain(id);
  });

  const AlarmRow = rowType({ times: col.number, note: col.nullable(col.text), waiting: col.text, is_over: col.bool });
  const alarms = async () =>
    await world.deps.db.many(
      AlarmRow,
      sql`
      select times, note, detail->>'waiting' as waiting, cause_over_at is not null as is_over from incidents
      where kind = 'hold_late' and subject = 'compliance_hold' order by first_at, closed_at`,
    );
  /** Only the orders of this test are held. */
  const startAnew = async () => {
    await world.deps.db.run(sql`update orders set status = 'refund_pending', expires_at = null where status = 'compliance_hold'`);
    await reportLateHolds(world.deps);
    await world.deps.db.run(sql`delete from incidents where kind = 'hold_late'`);
  };
  const decide = (id: string) => world.deps.db.run(sql`update orders set status = 'refund_pending', expires_at = null where id = ${id}`);

  it('held by a check is not ended by a deadline: one alarm counts all after the promised time, until the last decision', async () => {
    await startAnew();
    const id = await leftIn('compliance_hold');
    await expireOrders(world.deps);
    await reportLateHolds(world.deps);
    await reportLateHolds(world.deps);
    expect((await world.read(id)).status).toBe('compliance_hold');
    expect(await alarms()).toEqual([{ times: 1, note: null, waiting: '1', is_over: false }]);
    expect(await world.deps.db.tx(async (tx) => await findExpired(tx, world.deps.clock.now(), 500))).not.toContain(id);
    const [second, third] = [await leftIn('compliance_hold'), await leftIn('compliance_hold')];
    await reportLateHolds(world.deps);
    expect(await alarms()).toEqual([{ times: 2, note: null, waiting: '3', is_over: false }]);
    await decide(second);
    await reportLateHolds(world.deps);
    expect(await alarms()).toMatchObject([{ waiting: '2', is_over: false }]);
    for (const each of [id, third]) await decide(each);
    await reportLateHolds(world.deps);
    expect(await alarms()).toMatchObject([{ is_over: true }]);
  });

  it('whose alarm an operator closed raises no new one, unless it is held again', async () => {
    await startAnew();
    const id = await leftIn('compliance_hold');
    await reportLateHolds(world.deps);
    await world.deps.db.run(sql`
      insert into users (id, email, full_name, role) values (gen_random_uuid(), 'closes@office.test', 'Closes', 'compliance')`);
    await world.deps.db.run(sql`
      update incidents set closed_at = now(), closed_by = (select id from users where email = 'closes@office.test'),
        note = 'we wait for papers'
      where kind = 'hold_late'`);
    await reportLateHolds(world.deps);
    expect(await alarms()).toMatchObject([{ note: 'we wait for papers' }]);
    await decide(id);
    await reportLateHolds(world.deps);
    await world.deps.db.run(
      sql`update orders set status = 'compliance_hold', expires_at = ${new Date(world.deps.clock.now() - HOUR_MS)} where id = ${id}`,
    );
    await reportLateHolds(world.deps);
    await reportLateHolds(world.deps);
    expect(await alarms()).toEqual([
      { times: 1, note: 'we wait for papers', waiting: '1', is_over: true },
      { times: 1, note: null, waiting: '1', is_over: false },
    ]);
    await startAnew();
  });

  it('held while an earlier release raised an alarm for each order has one alarm instead', async () => {
    await startAnew();
    const id = await leftIn('compliance_hold');
    await createIncidentTracker(world.deps).reconcile('hold_late', { [id]: {} });
    await reportLateHolds(world.deps);
    expect(await listOpenSubjects(world.deps.db, 'hold_late')).toEqual(['compliance_hold']);
    await startAnew();
  });

  it('held by a check has the promised time from the moment it is held', async () => {
    const seen = await world.deposit(await world.order(), { state: 'seen' });
    expect(seen.status).toBe('payment_detected');
    const now = world.deps.clock.now();
    const { receivedAmount: received, incomeTxHash: txHash } = seen;
    const facts = { received, confirmations: 1, requiredConfirmations: 1, firstSeenAt: now, txHash };
    const cause = { move: 'hold_for_compliance', by: 'system', now, seen: facts, credit: received, quote: null } as const;
    const held = await world.deps.db.tx(async (tx) => await applyMove(world.deps, tx, { order: seen, cause, by: NO_ACTOR }));
    expect(held.ok).toBe(true);
    expect(await world.read(seen.id)).toMatchObject({ status: 'compliance_hold', expiresAt: now + COMPLIANCE_DECISION_MS });
  });

  it('in payout_pending and refund_pending is processed automatically, in payout_sent its provider is asked', async () => {
    const [pending, refund] = [await leftIn('payout_pending'), await leftIn('refund_pending')];
    const now = world.deps.clock.now();
    const found = await findUnattemptedOrders(world.deps.db, { lost: now, retry: now }, 500);
    expect(found.map((one) => one.orderId)).toEqual(expect.arrayContaining([pending, refund]));
    const sent = await world.order();
    world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
    await world.deposit(sent);
    await world.drain();
    const later = now + HOUR_MS;
    expect((await findPayoutsToPoll(world.deps.db, { accepted: later, unconfirmed: later }, 500)).map((one) => one.subject.id)).toContain(
      sent.id,
    );
    expect(await needsPerson()).toContain(sent.id);
  });

  it('in refund_pending without a destination waits for the customer and is in an operator’s queue', async () => {
    const id = await leftIn('refund_pending', { income_requisites: {} });
    expect(await needsPerson()).toContain(id);
  });

  it('in requote without a rate is refunded when the customer does not choose', async () => {
    await world.prices('90');
    await world.pass(1);
    const order = await world.order();
    // At a price that is no worse for the customer the order would be exchanged without asking
    await world.prices('80');
    await world.pass(HOUR_MS);
    await expireOrders(world.deps);
    const quotes = { ...world.deps.quotes, recalculate: () => undefined };
    const deps = { ...world.deps, quotes };
    await world.deposit(order);
    await world.pass(72 * HOUR_MS + 1);
    await expireOrders(deps);
    expect((await world.read(order.id)).status).toBe('refund_pending');
  });
});

describe('a reserve that cannot be held again', () => {
  it('does not lose money: the deposit counts and the hold is released', async () => {
    const order = await world.order();
    // The reserve is corrected far below what is already promised
    await world.database.adminDb.run(sql`update reserves set posted = 1 where wallet = ${order.outcomeCode}`);
    const short = await world.deposit(order, { amount: order.incomeAmount / 2n });
    expect(short).toMatchObject({ status: 'requote', creditedAmount: order.incomeAmount / 2n });
    await world.pass(21 * 60_000);
    await world.deposit(order, { amount: order.incomeAmount / 2n });
    expect(await world.read(order.id)).toMatchObject({ status: 'requote', hold: null });
  });
});
