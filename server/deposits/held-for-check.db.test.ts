import { sql } from '#server/platform/db/db.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { REVIEW_MS } from '#core/order/promise.ts';
import { COMPLIANCE_DECISION_MS, MODERATION_HOLD_MS } from '#core/order/deadlines.ts';
import type { Order } from '#core/order/order.ts';
import { HOUR_MS, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { officeBlacklistRoutes } from '#server/blacklist/office-routes.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { listOverdueReviews } from '#server/payouts/queries.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { findSuspense } from '#server/ledger/queries.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { statusEmailKind } from '#server/order-emails/order-emails.ts';
import { createTranslate } from '#server/platform/translate.ts';
import { createWorld, type World } from '#tests/make/world.ts';

const ORDERS = '/api/office/v1/orders';
const USDT = 1_000_000n;

let world: World;
let office: Office;
let compliance: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...officeBlacklistRoutes(world.deps), ...officeOrderRoutes(world.deps)]);
  compliance = await office.person('compliance', 'Olga');
});
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => {
  await office.close();
  await world.close();
});

const list = async (kind: string, value: string) =>
  (await compliance.send('POST', '/api/office/v1/blacklist_entries', { kind, value, reason: 'fraud', note: 'a stolen card' })).one.id;

/** Sets the amount from which an operator must approve a payout. */
async function limitTo(firstUsd: number): Promise<void> {
  await world.deps.db.run(sql`
    insert into payout_limits (version, value, set_by)
    select coalesce(max(version), 0) + 1, ${JSON.stringify({ ...DEFAULT_PAYOUT_LIMITS, firstUsd })}::jsonb, ${compliance.id}::uuid
      from payout_limits`);
  await world.limits.refresh();
}

let people = 0;
/** An order whose customer is blacklisted after its creation. */
async function orderOfListed(): Promise<{ readonly order: Order; readonly entry: string }> {
  people += 1;
  const email = `kept-out-${people}@example.org`;
  const order = await world.order({ email });
  return { order, entry: await list('email', email) };
}

async function decide(id: string, move: string) {
  await compliance.send('POST', `${ORDERS}/${id}/claim`);
  const { version } = (await compliance.send<OfficeOrderAttributes>('GET', `${ORDERS}/${id}`)).one.attributes;
  const answer = await compliance.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/moves`, { move, version, note: 'looked at it' });
  await compliance.send('DELETE', `${ORDERS}/${id}/claim`);
  return answer.status;
}

const approvalsOf = async (id: string) =>
  await world.deps.db.many(as<object>(), sql`select kind, needs, payload::jsonb -> 'why' as why from approvals where subject = ${id}`);

test('money of a customer blacklisted after ordering waits for an operator with a deadline; nothing is paid out', async () => {
  const { order, entry } = await orderOfListed();
  expect((await world.deposit(order, { state: 'seen' })).status).toBe('payment_detected');
  const held = await world.deposit(order);
  expect(held).toMatchObject({ status: 'compliance_hold', creditedAmount: order.incomeAmount, outcomeAmount: order.outcomeAmount });
  expect(held.expiresAt).toBe(world.deps.clock.now() + COMPLIANCE_DECISION_MS);
  // The repeated report and the outbox change nothing
  await world.deposit(order);
  await world.drain();
  expect((await world.read(order.id)).version).toBe(held.version);
  const [hits] = await world.deps.db.many(as<{ hits: string }>(), sql`select hits::text from blacklist_entries where id = ${entry}`);
  expect(hits?.hits).toBe('1');
});

test('a blacklisted card holds it too, and after the check the payout is checked again', async () => {
  const card = '2202200000000024';
  const order = await world.order({ email: 'card@example.org', income_requisites: { refund: card } });
  await list('card', card);
  expect((await world.deposit(order)).status).toBe('compliance_hold');
  expect(await decide(order.id, 'clear_compliance')).toBe(200);
  await world.drain();
  expect((await world.read(order.id)).status).toBe('payout_pending');
  expect(await approvalsOf(order.id)).toEqual([{ kind: 'pay_out', needs: 1, why: ['listed'] }]);
});

test('a customer blacklisted after settlement is checked before the payout', async () => {
  const order = await world.order({ email: 'later@example.org' });
  expect((await world.deposit(order)).status).toBe('payout_pending');
  await list('email', 'later@example.org');
  await world.drain();
  expect((await world.read(order.id)).status).toBe('payout_pending');
  expect(await approvalsOf(order.id)).toEqual([{ kind: 'pay_out', needs: 1, why: ['listed'] }]);
});

/** The customer's text about the check of the payout, on the order's page. */
const lookUntil = async (id: string) =>
  (await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' })).attributes.payout_look_until;
const overdue = async () => (await listOverdueReviews(world.deps.db, world.deps.clock.now())).map(({ id }) => id);

const attributesOf = async (id: string) =>
  (await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' })).attributes;

test('a required approval is announced before payment, has a time and a new one when missed, and raises an alarm', async () => {
  await limitTo(0);
  const order = await world.order({ email: 'large@example.org' });
  const minutes = REVIEW_MS / MINUTE_MS;
  expect(await attributesOf(order.id)).toMatchObject({
    needs_review: true,
    eta_minutes: minutes,
    payout_promise: null,
    payout_look_why: null,
  });
  const t = createTranslate();
  const composed = await statusEmailKind({ ...world.deps, t }).compose({
    kind: 'order',
    subject: order.id,
    topic: 'awaiting_payment',
    version: 1,
    isPaid: false,
  });
  const value = t(order.locale, 'shell.time.up_to', { count: minutes });
  expect(composed?.email.lines).toContainEqual({ label: t(order.locale, 'order.minutes_promised'), value });
  await world.deposit(order);
  await world.drain();
  const askedAt = world.deps.clock.now();
  const first = toRfc3339(askedAt + REVIEW_MS);
  expect(await attributesOf(order.id)).toMatchObject({
    status: 'payout_pending',
    needs_review: false,
    payout_look_why: 'amount',
    payout_look_until: first,
    payout_promise: { at: first, missed_at: null },
  });
  expect(await overdue()).not.toContain(order.id);
  await world.pass(REVIEW_MS);
  expect(await attributesOf(order.id)).toMatchObject({ payout_promise: { at: toRfc3339(askedAt + 2 * HOUR_MS), missed_at: first } });
  expect(await overdue()).toContain(order.id);
  await limitTo(1_000);
});

test('the customer sees that an operator reviews the payout and until when; a missed time stays and raises an alarm', async () => {
  const email = 'reads@example.org';
  const order = await world.order({ email });
  const pending = await world.deposit(order);
  const entry = await list('email', email);
  await world.drain();
  const looked = await world.read(order.id);
  const promised = new Date(world.deps.clock.now() + COMPLIANCE_DECISION_MS).toISOString();
  // The open page is updated, once
  expect([looked.status, looked.version > pending.version]).toEqual(['payout_pending', true]);
  expect(await lookUntil(order.id)).toBe(promised);
  await executePayout(world.deps, order.id, 'payout');
  expect((await world.read(order.id)).version).toBe(looked.version);
  // After a repeated request for the same approval the first promise counts
  await world.pass(COMPLIANCE_DECISION_MS);
  await world.deps.db.run(sql`update approvals set state = 'overtaken', decided_at = now() where subject = ${order.id}`);
  expect([await lookUntil(order.id), await overdue()]).toEqual([null, expect.not.arrayContaining([order.id])]);
  await executePayout(world.deps, order.id, 'payout');
  expect([await lookUntil(order.id), await overdue()]).toEqual([promised, expect.arrayContaining([order.id])]);
  await compliance.send('POST', `/api/office/v1/blacklist_entries/${entry}/end`, { note: 'was not him' });
  await executePayout(world.deps, order.id, 'payout');
  await world.drain();
  expect([(await world.read(order.id)).status, await lookUntil(order.id), await overdue()]).toEqual([
    'completed',
    null,
    expect.not.arrayContaining([order.id]),
  ]);
});

test('a payout reviewed only for its amount is described as that, not as a check of the customer', async () => {
  const order = await world.order({ email: 'large@example.org' });
  await world.deposit(order);
  await world.deps.db.run(sql`
    insert into approvals (id, kind, subject, payload, hash, note, proposed_at, expires_at)
    values (gen_random_uuid(), 'pay_out', ${order.id}, '{"purpose":"payout","why":["above_limit"]}', 'x', '',
      ${new Date(world.deps.clock.now())}, ${new Date(world.deps.clock.now() + COMPLIANCE_DECISION_MS)})`);
  expect(await attributesOf(order.id)).toMatchObject({
    status: 'payout_pending',
    payout_look_why: 'amount',
    payout_look_until: toRfc3339(world.deps.clock.now() + REVIEW_MS),
  });
});

test('a partial reversal during the check sends the order back to the remaining amount', async () => {
  const { order } = await orderOfListed();
  const half = order.incomeAmount / 2n;
  const first = { externalId: `a-${order.id}`, amount: half };
  const second = { externalId: `b-${order.id}`, amount: order.incomeAmount - half };
  for (const state of ['seen', 'final'] as const) for (const one of [first, second]) await world.deposit(order, { ...one, state });
  expect((await world.read(order.id)).status).toBe('compliance_hold');
  await world.deposit(order, { ...second, state: 'reverted' });
  const left = await world.read(order.id);
  expect(left).toMatchObject({ status: 'requote', creditedAmount: half });
  expect(await decide(order.id, 'clear_compliance')).toBe(409);
});

test('at a floating rate the payout after a check uses the rate when the money arrived', async () => {
  const order = await world.order({ payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20', email: 'floating@example.org' });
  await list('email', 'floating@example.org');
  await world.prices('102');
  await world.pass(1_000);
  const held = await world.deposit(order);
  expect([held.status, held.outcomeAmount < order.outcomeAmount]).toEqual(['compliance_hold', true]);
  await world.prices('140');
  await world.pass(1_000);
  expect(await decide(order.id, 'clear_compliance')).toBe(200);
  expect((await world.read(order.id)).outcomeAmount).toBe(held.outcomeAmount);
});

test('a full reversal during the check leaves nothing to decide', async () => {
  const { order } = await orderOfListed();
  await world.deposit(order);
  expect(await world.deposit(order, { state: 'reverted' })).toMatchObject({ status: 'moderation', creditedAmount: 0n });
  expect(await decide(order.id, 'clear_compliance')).toBe(409);
});

test('a second payment during the check is returned after the decision', async () => {
  const { order } = await orderOfListed();
  await world.deposit(order);
  expect((await world.deposit(order, { externalId: `again-${order.id}`, amount: 30n * USDT })).status).toBe('compliance_hold');
  expect(await decide(order.id, 'clear_compliance')).toBe(200);
  const suspense = await world.deps.db.tx(async (tx) => await findSuspense(tx, order.id));
  expect(suspense.map(({ amount }) => amount)).toEqual([30n * USDT]);
});

test('a second payment during the check is returned also when moderation came before the refund', async () => {
  const { order } = await orderOfListed();
  await world.deposit(order);
  await world.deposit(order, { externalId: `again-${order.id}`, amount: 30n * USDT });
  expect(await decide(order.id, 'moderate_compliance')).toBe(200);
  expect((await world.read(order.id)).status).toBe('moderation');
  expect(await decide(order.id, 'refund')).toBe(200);
  const refunding = await world.read(order.id);
  expect(refunding).toMatchObject({ status: 'refund_pending', receivedAmount: order.incomeAmount + 30n * USDT });
  const suspense = await world.deps.db.tx(async (tx) => await findSuspense(tx, order.id));
  expect(suspense.map(({ amount }) => amount)).toEqual([30n * USDT]);
});

test('a refund after a check is like any other refund', async () => {
  const { order } = await orderOfListed();
  await world.deposit(order);
  expect(await decide(order.id, 'refund_from_compliance')).toBe(200);
  expect((await world.read(order.id)).status).toBe('refund_pending');
});

test('an order sent back to moderation stays there: no repeated report, deadline or end of the entry moves it', async () => {
  const { order, entry } = await orderOfListed();
  await world.deposit(order);
  expect(await decide(order.id, 'moderate_compliance')).toBe(200);
  const standing = async () => {
    const { status, reason, creditedAmount } = await world.read(order.id);
    return { status, reason, creditedAmount };
  };
  const sent = { status: 'moderation', reason: 'looked at it', creditedAmount: order.incomeAmount };
  await world.deposit(order);
  expect(await standing()).toEqual(sent);
  await compliance.send('POST', `/api/office/v1/blacklist_entries/${entry}/end`, { note: 'was not him' });
  await world.pass(MODERATION_HOLD_MS);
  await expireOrders(world.deps);
  await world.deposit(order);
  await world.drain();
  expect(await standing()).toEqual(sent);
  // Another payment of the same amount lets the customer choose
  await world.deposit(order, { externalId: `more-${order.id}`, amount: order.incomeAmount });
  expect(await standing()).toMatchObject({ status: 'requote', reason: null });
});
