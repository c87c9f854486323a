import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { LimitsAttributes } from '#contract/office/money/limits.ts';
import type { OfficeOrderAttributes, OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { DEFAULT_PAYOUT_LIMITS, type PayoutLimits } from '#core/payout/payout-limits.ts';
import type { Order } from '#core/order/order.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { processApprovals } from '#server/approvals/jobs.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { officeBlacklistRoutes } from '#server/blacklist/office-routes.ts';
import { recordObservation } from '#server/deposits/record-observation.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { officePayoutRoutes } from '#server/desk/payout-routes.ts';
import { retryForgottenPayouts } from '#server/payouts/jobs.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { decideApproval, pendingApprovals } from '#tests/make/approve.ts';
import { assignLease } from '#tests/make/lease.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeLimitRoutes } from '#server/payouts/gate/office-routes.ts';

const LIMITS = '/api/office/v1/limits';

let world: World;
let office: Office;
let owner: Person;
let cashier: Person;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  const { deps } = world;
  office = await createOffice(world, [
    ...officeLimitRoutes(deps),
    ...officeOrderRoutes(deps),
    ...officeBlacklistRoutes(deps),
    ...officePayoutRoutes(deps),
    ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS, APPROVAL_COURSE),
  ]);
  owner = await office.person('owner', 'the owner');
  cashier = await office.person('cashier', 'a cashier');
  treasurer = await office.person('treasurer', 'a treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const inForce = async () => (await owner.send<LimitsAttributes>('GET', LIMITS)).one.attributes;
const change = async (part: Partial<PayoutLimits>, person = owner) => {
  const { limits, version } = await inForce();
  const answer = await person.send<LimitsAttributes>('POST', LIMITS, { limits: { ...limits, ...part }, version, note: 'as agreed' });
  await world.limits.refresh();
  return answer;
};
/** Sets limits that are in force at once, as approved by two owners. */
const set = async (limits: Partial<PayoutLimits>) => {
  const version = (await inForce()).version + 1;
  const value = JSON.stringify({ ...DEFAULT_PAYOUT_LIMITS, ...limits });
  await world.deps.db.run(sql`insert into payout_limits (version, value, set_by) values (${version}, ${value}::jsonb, ${owner.id})`);
  await world.limits.refresh();
};
const process = async () => await processApprovals(world.deps, APPROVAL_EXECUTORS, APPROVAL_COURSE);
const paidOrder = async (): Promise<Order> => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  return await world.read(order.id);
};
/** The reasons for a pending approval in the order list and on the order page. */
const reasonsOf = async ({ id }: Order) => {
  const { rows } = await cashier.send<OfficeOrderRowAttributes>('GET', `/api/office/v1/orders?view=all&q=${id}`);
  const { one } = await cashier.send<OfficeOrderAttributes>('GET', `/api/office/v1/orders/${id}`);
  return [rows[0]?.attributes.waits_why, one.attributes.waits_why];
};
const statusOf = async (order: Order) => (await world.read(order.id)).status;
const payoutsOf = async (order: Order) => {
  const rows = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
  return rows.reduce((sum, { id }) => sum + (world.rail.executed.get(id)?.calls ?? 0), 0);
};

test('tighter limits apply at once; looser ones wait for another owner, or a day if there is none', async () => {
  expect(await inForce()).toMatchObject({ version: 0, limits: { firstUsd: 1_000, secondUsd: 10_000 } });
  expect((await change({ firstUsd: 900 })).one.attributes).toMatchObject({ version: 1, approval_id: null });
  const looser = await change({ firstUsd: 2_000 });
  expect(looser.one.attributes).toMatchObject({ version: 1, limits: { firstUsd: 900 } });
  const [alone] = await pendingApprovals(owner, 'shop');
  expect(alone?.attributes).toMatchObject({ kind: 'change_caps', is_mine: true, may_approve: false });
  expect(alone?.attributes.takes_effect_at).toBe(new Date(world.deps.clock.now() + DAY_MS).toISOString());
  await world.pass(DAY_MS - 1);
  await process();
  expect((await inForce()).version).toBe(1);
  await world.pass(1);
  await process();
  expect(await inForce()).toMatchObject({ version: 2, limits: { firstUsd: 2_000 } });
  const decided = (await owner.send<ApprovalAttributes>('GET', '/api/office/v1/approvals?filter[state]=decided')).rows[0];
  expect(decided?.attributes).toMatchObject({ state: 'approved', decided_by: null });
  const auditRows = await world.deps.db.many(
    as<{ action: string; actor_id: string }>(),
    sql`select action, actor_id from audit_log where subject_type = 'limits' order by at`,
  );
  expect(auditRows.map(({ action }) => action)).toEqual(['limits.tighten', 'approval.propose', 'approval.take_effect']);
});

test('a sole owner may withdraw it, a second owner who has joined decides, and another change overtakes it', async () => {
  await change({ treasuryUsd: 20_000 });
  expect((await decideApproval(owner, 'shop')).status).toBe(403);
  expect((await decideApproval(owner, 'shop', 'decline')).status).toBe(200);
  await change({ treasuryUsd: 30_000 });
  const second = await office.person('owner', 'second owner');
  await world.pass(DAY_MS);
  await process();
  expect((await inForce()).limits.treasuryUsd).toBe(10_000);
  expect((await pendingApprovals(second, 'shop'))[0]?.attributes).toMatchObject({ takes_effect_at: null, may_approve: true });
  await change({ treasuryUsd: 9_000 });
  await process();
  expect(await pendingApprovals(second, 'shop')).toEqual([]);
  await change({ treasuryUsd: 40_000 });
  expect((await decideApproval(second, 'shop')).one.attributes).toMatchObject({ state: 'approved', decided_by: 'second owner' });
  expect((await inForce()).limits.treasuryUsd).toBe(40_000);
  await world.deps.db.run(sql`update users set role = 'customer' where id = ${second.id}`);
});

test('roles are checked; invalid limits are refused at their field', async () => {
  expect((await change({ firstUsd: 1 }, treasurer)).status).toBe(403);
  expect((await change({ firstUsd: 20_000 })).error).toMatchObject({ source: { pointer: '/data/attributes/limits/secondUsd' } });
  expect((await change({ systems: { NOWHERE: { firstUsd: 1, secondUsd: 2 } } })).error.code).toBe('not_found');
  const { limits } = await inForce();
  expect((await owner.send('POST', LIMITS, { limits, version: 0, note: 'old' })).error.code).toBe('edit_conflict');
});

test('above the first limit one person approves this amount and destination, and the service pays once (R05)', async () => {
  await set({ firstUsd: 50, secondUsd: 500 });
  const order = await paidOrder();
  expect(order.status).toBe('payout_pending');
  const [approval] = await pendingApprovals(cashier, order.id);
  expect(approval?.attributes).toMatchObject({
    kind: 'pay_out',
    proposed_by: null,
    needs: 1,
    may_approve: true,
    payload: { purpose: 'payout', amount: '8910', currency_iso_code: 'RUB', why: ['above_limit'] },
  });
  expect(JSON.stringify(approval)).not.toContain('my-account');
  expect(await reasonsOf(order)).toEqual([['above_limit'], ['above_limit']]);
  // Approval is requested once, however often the job runs
  await Promise.all(Array.from({ length: 5 }, async () => await executePayout(world.deps, order.id, 'payout')));
  expect(await pendingApprovals(cashier, order.id)).toHaveLength(1);
  const answers = await Promise.all(
    [cashier, treasurer].flatMap((person) => Array.from({ length: 20 }, async () => await decideApproval(person, order.id))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await world.drain();
  await Promise.all(Array.from({ length: 5 }, async () => await executePayout(world.deps, order.id, 'payout')));
  expect([await statusOf(order), await payoutsOf(order)]).toEqual(['completed', 1]);
  expect(await reasonsOf(order)).toEqual([[], []]);
  // The request is in the log as well
  const seen = await world.deps.db.many(
    as<{ why: unknown }>(),
    sql`select detail -> 'payload' -> 'why' as why from audit_log where action = 'approval.approve' and subject_id = ${order.id}`,
  );
  expect(seen).toEqual([{ why: ['above_limit'] }]);
});

test('an approved amount does not cover a customer blacklisted since: another approval is requested with both reasons', async () => {
  await set({ firstUsd: 50, secondUsd: 500 });
  const email = 'kept-out-since@example.org';
  const order = await world.order({ email });
  await world.deposit(order);
  await world.drain();
  const [before] = await pendingApprovals(cashier, order.id);
  await owner.send('POST', '/api/office/v1/blacklist_entries', { kind: 'email', value: email, reason: 'fraud', note: 'a thief' });
  expect(await decideApproval(cashier, order.id)).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
  await process();
  await executePayout(world.deps, order.id, 'payout');
  const [after, ...others] = await pendingApprovals(cashier, order.id);
  expect([after?.id === before?.id, others]).toEqual([false, []]);
  expect(after?.attributes).toMatchObject({ needs: 1, payload: { why: ['above_limit', 'listed'] } });
  expect(await reasonsOf(order)).toEqual([
    ['above_limit', 'listed'],
    ['above_limit', 'listed'],
  ]);
  await world.deps.db.run(sql`delete from blacklist_entries`);
  await process();
  await executePayout(world.deps, order.id, 'payout');
  expect((await reasonsOf(order))[0]).toEqual(['above_limit']);
  expect((await decideApproval(cashier, order.id)).status).toBe(200);
  await world.drain();
  expect(await statusOf(order)).toBe('completed');
});

test('the operator who recorded the payment is neither asked nor permitted to approve its payout while others could', async () => {
  const seenBy = async ({ id }: Person) => {
    await set({ firstUsd: 5_000, secondUsd: 10_000 });
    const order = await world.order();
    await assignLease(world, order.id, id);
    const word = { amount: '100', reference: order.id, seenAt: undefined, note: 'i', beyondRail: false, isAnother: false, operatorId: id };
    const results = await world.deps.db.tx(
      async (tx) => await recordObservation(world.deps, tx, { orderId: order.id, version: order.version, ...word }),
    );
    expect(results).toMatchObject({ ok: true, value: { state: 'recorded' } });
    await set({ firstUsd: 50, secondUsd: 500 });
    await world.drain();
    return order;
  };
  const order = await seenBy(cashier);
  expect((await pendingApprovals(cashier, order.id))[0]?.attributes).toMatchObject({ may_approve: false, is_own_part: true });
  expect(await decideApproval(cashier, order.id)).toMatchObject({ status: 403, error: { code: 'access_denied' } });
  expect((await decideApproval(treasurer, order.id)).one.attributes).toMatchObject({ state: 'approved' });
  const next = await seenBy(cashier);
  await world.deps.db.run(sql`update users set disabled_at = now() where id <> ${cashier.id}`);
  expect((await decideApproval(cashier, next.id)).one.attributes).toMatchObject({ state: 'approved' });
  await world.deps.db.run(sql`update users set disabled_at = null`);
});

test('above the second limit two people approve: not one twice, and not a role removed since (R41)', async () => {
  await set({ firstUsd: 10, secondUsd: 50 });
  const order = await paidOrder();
  expect((await decideApproval(cashier, order.id)).one.attributes).toMatchObject({ state: 'open', needs: 2, voices: ['a cashier'] });
  expect(await decideApproval(cashier, order.id)).toMatchObject({ status: 403, error: { code: 'access_denied' } });
  await world.drain();
  expect(await statusOf(order)).toBe('payout_pending');
  await world.deps.db.run(sql`update users set role = 'support' where id = ${cashier.id}`);
  expect((await decideApproval(treasurer, order.id)).one.attributes.state).toBe('open');
  expect((await decideApproval(owner, order.id)).one.attributes).toMatchObject({ state: 'approved' });
  await world.deps.db.run(sql`update users set role = 'cashier' where id = ${cashier.id}`);
  await world.drain();
  expect([await statusOf(order), await payoutsOf(order)]).toEqual(['completed', 1]);
});

test('one approval is requested again when limits require two by then, or when it was not decided in time', async () => {
  await set({ firstUsd: 50, secondUsd: 500 });
  const order = await paidOrder();
  await set({ firstUsd: 10, secondUsd: 50 });
  expect((await decideApproval(cashier, order.id)).one.attributes).toMatchObject({ state: 'approved', needs: 1 });
  await world.drain();
  expect(await statusOf(order)).toBe('payout_pending');
  expect((await pendingApprovals(cashier, order.id))[0]?.attributes).toMatchObject({ state: 'open', needs: 2, voices: [] });
  await world.pass(31 * DAY_MS);
  expect(await pendingApprovals(cashier, order.id)).toEqual([]);
  await retryForgottenPayouts(world.deps);
  for (const person of [cashier, treasurer]) expect((await decideApproval(person, order.id)).status).toBe(200);
  await world.drain();
  expect([await statusOf(order), await payoutsOf(order)]).toEqual(['completed', 1]);
});

test('a payout waiting for two approvals continues when one is enough, and one waiting for one when none is needed', async () => {
  await set({ firstUsd: 50, secondUsd: 500 });
  const [agreed, pendingOrder] = [await paidOrder(), await paidOrder()];
  await set({ firstUsd: 10, secondUsd: 50 });
  await decideApproval(cashier, agreed.id);
  await world.drain();
  expect((await pendingApprovals(cashier, agreed.id))[0]?.attributes.needs).toBe(2);
  await world.pass(MINUTE_MS);
  const goOn = async () => {
    await process();
    await retryForgottenPayouts(world.deps);
    return await Promise.all([agreed, pendingOrder].map(statusOf));
  };
  expect(await goOn()).toEqual(['payout_pending', 'payout_pending']);
  await set({ firstUsd: 50, secondUsd: 500 });
  expect(await goOn()).toEqual(['completed', 'payout_pending']);
  await set({});
  expect(await goOn()).toEqual(['completed', 'completed']);
  expect([await pendingApprovals(cashier, agreed.id), await pendingApprovals(cashier, pendingOrder.id)]).toEqual([[], []]);
});

test('a changed destination needs new approvals: the old proposal is overtaken', async () => {
  await set({ firstUsd: 50, secondUsd: 500 });
  const order = await paidOrder();
  const [before] = await pendingApprovals(cashier, order.id);
  const sealed = world.deps.secrets.seal(JSON.stringify({ account: 'another' }));
  await world.deps.db.run(sql`update orders set outcome_requisites_sealed = ${sealed} where id = ${order.id}`);
  expect(await decideApproval(cashier, order.id)).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
  await process();
  await executePayout(world.deps, order.id, 'payout');
  const [after, ...others] = await pendingApprovals(cashier, order.id);
  expect([after?.id === before?.id, others]).toEqual([false, []]);
  expect((await decideApproval(cashier, order.id)).status).toBe(200);
  await world.drain();
  expect(await statusOf(order)).toBe('completed');
});

test('a declined payout needs an operator: a retry requests approval again', async () => {
  const order = await paidOrder();
  expect((await decideApproval(cashier, order.id, 'decline')).status).toBe(200);
  expect(await statusOf(order)).toBe('payout_failed');
  await world.pass(1);
  const take = async () => {
    const { version } = await world.read(order.id);
    return await treasurer.send('POST', `/api/office/v1/orders/${order.id}/payouts/take`, { version, purpose: 'payout' });
  };
  await treasurer.send('POST', `/api/office/v1/orders/${order.id}/claim`, {});
  expect((await take()).status).toBe(409);
  const { version } = await world.read(order.id);
  await treasurer.send('POST', `/api/office/v1/orders/${order.id}/moves`, { move: 'retry_payout', version, note: null });
  await world.drain();
  expect(await statusOf(order)).toBe('payout_pending');
  expect((await decideApproval(treasurer, order.id)).status).toBe(200);
  await world.drain();
  expect(await statusOf(order)).toBe('completed');
});

test('caps hold under 200 parallel approvals, and two people reset the cap (R08)', async () => {
  await set({ firstUsd: 50, secondUsd: 500 });
  const orders: Order[] = [];
  for (let i = 0; i < 20; i += 1) orders.push(await paidOrder());
  // Ninety-nine dollars each
  await set({ firstUsd: 50, secondUsd: 500, caps: { ...DEFAULT_PAYOUT_LIMITS.caps, dayUsd: 500 } });
  await world.pass(DAY_MS);
  const pendingRows = await Promise.all(orders.map(async ({ id }) => (await pendingApprovals(cashier, id))[0]));
  const responses = await Promise.all(
    pendingRows.flatMap((row) =>
      Array.from({ length: 10 }, async (_, i) =>
        (i % 2 === 0 ? cashier : treasurer).send('POST', `/api/office/v1/approvals/${row?.id}/approve`, { hash: row?.attributes.hash }),
      ),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(20);
  const pay = async () => await Promise.all(orders.map(async ({ id }) => await executePayout(world.deps, id, 'payout')));
  await Promise.all([world.drain(), pay()]);
  await pay();
  const completed = async () => (await Promise.all(orders.map(statusOf))).filter((status) => status === 'completed').length;
  expect(await completed()).toBe(5);
  await world.pass(1);
  const [release] = await pendingApprovals(treasurer, 'SBERRUB');
  expect(release?.attributes).toMatchObject({ kind: 'release_cap', needs: 2, payload: { cap: 'day_usd' } });
  const stopped = await Promise.all(orders.map(reasonsOf));
  expect(stopped.filter(([why]) => why?.[0] === 'cap')).toHaveLength(15);
  expect(stopped.filter(([why]) => why?.length === 0)).toHaveLength(5);
  // An operator who declined is not asked again by the next run
  expect((await decideApproval(treasurer, 'SBERRUB', 'decline')).one.attributes.state).toBe('declined');
  await pay();
  expect(await pendingApprovals(treasurer, 'SBERRUB')).toEqual([]);
  await world.pass(HOUR_MS);
  await pay();
  expect((await decideApproval(treasurer, 'SBERRUB')).one.attributes.state).toBe('open');
  await pay();
  expect(await completed()).toBe(5);
  expect((await decideApproval(owner, 'SBERRUB')).one.attributes.state).toBe('approved');
  await pay();
  expect(await completed()).toBe(10);
  // After a day the same amount is available again
  await world.pass(DAY_MS + HOUR_MS);
  await pay();
  expect(await completed()).toBe(15);
  await set({});
  await pay();
  expect(await completed()).toBe(20);
});

test('one destination has its own cap, and a float cap keeps the rest in the wallet', async () => {
  await world.pass(2 * DAY_MS);
  await set({ caps: { ...DEFAULT_PAYOUT_LIMITS.caps, destinationDayCount: 1 } });
  const first = await paidOrder();
  const same = await paidOrder();
  const form = await world.form({ outcome_requisites: { account: 'somebody-else' } });
  const other = await world.order(form);
  await world.deposit(other);
  await world.drain();
  expect([await statusOf(first), await statusOf(same), await statusOf(other)]).toEqual(['completed', 'payout_pending', 'completed']);
  await set({ caps: { ...DEFAULT_PAYOUT_LIMITS.caps, floatDayPercent: 0 } });
  await executePayout(world.deps, same.id, 'payout');
  expect(await statusOf(same)).toBe('payout_pending');
  await set({});
  await executePayout(world.deps, same.id, 'payout');
  expect(await statusOf(same)).toBe('completed');
});

test('an attempt that an operator ended as not sent is checked before another is made', async () => {
  const order = await world.order();
  world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
  await world.deposit(order);
  await world.drain();
  const [attempt] = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
  const id = attempt?.id ?? '';
  // The payout was sent after all, which only a query shows
  world.rail.executed.set(id, { amount: order.outcomeAmount, calls: 1 });
  await world.pass(HOUR_MS);
  await cashier.send('POST', `/api/office/v1/orders/${order.id}/claim`, {});
  const { version } = await world.read(order.id);
  const evidence = { outcome: 'not_sent', reference: 'bank-1', note: 'said the bank', amount: '8910' };
  expect((await cashier.send('POST', `/api/office/v1/orders/${order.id}/payouts/${id}/end`, { version, ...evidence })).status).toBe(200);
  const { version: failed } = await world.read(order.id);
  await cashier.send('POST', `/api/office/v1/orders/${order.id}/moves`, { move: 'retry_payout', version: failed, note: null });
  await world.drain();
  expect(await statusOf(order)).toBe('payout_pending');
  expect(world.rail.executed.size).toBeGreaterThan(0);
  const attempts = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
  expect(attempts).toHaveLength(1);
  const noticeRows = await world.deps.db.many(
    as<{ kind: string }>(),
    sql`select kind from incidents where kind = 'payout_contradicted' and subject = ${id}`,
  );
  expect(noticeRows).toHaveLength(1);
});
