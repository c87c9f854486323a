import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type Sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import type { OfficeOrderAttributes, OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import { DEFAULT_PAYOUT_LIMITS } from '#core/payout/payout-limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, toRfc3339 } from '#core/time.ts';
import { officeApprovalRoutes } from '#server/approvals/office-routes.ts';
import { proposeByService } from '#server/approvals/propose.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS, WORK } from '#tests/make/registries.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { presentOrder } from '#server/orders/customer/present.ts';
import { retryForgottenPayouts } from '#server/payouts/jobs.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { findLateWork } from '#server/work/lane.ts';
import { decideApproval, pendingApprovals } from '#tests/make/approve.ts';
import { listOpenSubjects } from '#tests/make/list-open-subjects.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { watchAllWork } from '#tests/make/watch-work.ts';
import { createWorld, type World } from '#tests/make/world.ts';

const APPROVALS = '/api/office/v1/approvals';
/** Validity of a payout proposal. */
const EXPIRED_MS = 30 * DAY_MS;

let world: World;
let office: Office;
let cashier: Person;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  const { deps } = world;
  office = await createOffice(world, [...officeOrderRoutes(deps), ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS, APPROVAL_COURSE)]);
  const owner = await office.person('owner', 'the owner');
  cashier = await office.person('cashier', 'a cashier');
  treasurer = await office.person('treasurer', 'a treasurer');
  const limits = JSON.stringify({ ...DEFAULT_PAYOUT_LIMITS, firstUsd: 50, secondUsd: 500 });
  await deps.db.run(sql`insert into payout_limits (version, value, set_by) values (1, ${limits}::jsonb, ${owner.id})`);
  await world.limits.refresh();
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** An order whose payout waits for one approval. */
async function orderAwaitingApproval(): Promise<string> {
  const { id } = await world.order();
  await world.deposit(await world.read(id));
  await world.drain();
  return id;
}
const payoutsOf = async (id: string) => {
  const rows = await world.deps.db.many(as<{ id: string }>(), sql`select id from payouts where order_id = ${id}`);
  return rows.reduce((sum, row) => sum + (world.rail.executed.get(row.id)?.calls ?? 0), 0);
};
const lateIn = async (lane: string) =>
  (await findLateWork(world.deps, world.deps.db, WORK)).filter((row) => row.lane === lane && row.is_late).flatMap((row) => row.subjects);
const approve = async (person: Person, row: { readonly id: string; readonly attributes: ApprovalAttributes } | undefined) =>
  await person.send('POST', `${APPROVALS}/${row?.id}/approve`, { hash: row?.attributes.hash });

test('a payout whose proposal expired gets a new one, is late since the first one, and is sent once', async () => {
  const id = await orderAwaitingApproval();
  const [first] = await pendingApprovals(cashier, id);
  await world.pass(31 * MINUTE_MS);
  expect(await lateIn('approvals')).toContain(id);
  await world.pass(EXPIRED_MS);
  expect(await approve(cashier, first)).toMatchObject({ status: 409, error: { code: 'approval_conflict' } });
  // Several processes check it at the same time
  await Promise.all(Array.from({ length: 4 }, async () => await retryForgottenPayouts(world.deps)));
  const anew = await pendingApprovals(cashier, id);
  expect(anew.map((row) => row.attributes.state)).toEqual(['open']);
  expect(anew[0]?.id).not.toBe(first?.id);
  expect(await lateIn('approvals')).toContain(id);
  const { attributes } = await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' });
  expect(attributes).toMatchObject({ status: 'payout_pending', payout_look_why: 'amount' });
  const responses = await Promise.all([approve(cashier, first), approve(cashier, anew[0]), approve(treasurer, anew[0])]);
  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  await Promise.all([world.drain(), executePayout(world.deps, id, 'payout'), retryForgottenPayouts(world.deps)]);
  expect([(await world.read(id)).status, await payoutsOf(id)]).toEqual(['completed', 1]);
});

test('of two proposals about one payout, approving the newer pays once, and the older can no longer be approved', async () => {
  const id = await orderAwaitingApproval();
  const [first] = await pendingApprovals(cashier, id);
  await world.pass(EXPIRED_MS + MINUTE_MS);
  await retryForgottenPayouts(world.deps);
  // For another machine with a slow clock the older proposal is still open
  await world.deps.db.run(sql`update approvals set expires_at = ${new Date(world.deps.clock.now() + HOUR_MS)} where id = ${first?.id}`);
  const both = await pendingApprovals(cashier, id);
  expect(both).toHaveLength(2);
  const responses = await Promise.all(both.map(async (row, index) => await approve(index === 0 ? cashier : treasurer, row)));
  expect(responses.some(({ status }) => status === 200)).toBe(true);
  await Promise.all([world.drain(), executePayout(world.deps, id, 'payout')]);
  await world.drain();
  expect([(await world.read(id)).status, await payoutsOf(id)]).toEqual(['completed', 1]);
  expect((await Promise.all(both.map(async (row) => await approve(treasurer, row)))).map(({ status }) => status)).toEqual([409, 409]);
});

test('the promised time is on the proposal, in the queue and on the order; the alarm is raised when it passes', async () => {
  const id = await orderAwaitingApproval();
  const seen = async () => {
    const [row] = await pendingApprovals(cashier, id);
    const queue = await cashier.send<OfficeOrderRowAttributes>('GET', '/api/office/v1/orders?view=open');
    const { one } = await cashier.send<OfficeOrderAttributes>('GET', `/api/office/v1/orders/${id}`);
    const inQueue = queue.rows.find((one) => one.id === id);
    return [row?.attributes.promised_at, inQueue?.attributes.due_at, one.attributes.due_at];
  };
  const page = await presentOrder(world.deps, world.deps.db, { order: await world.read(id), locale: 'ru' });
  const promised = page.attributes.payout_promise?.at ?? '';
  expect(await seen()).toEqual([promised, promised, promised]);
  await world.pass(Date.parse(promised) - world.deps.clock.now() - 1);
  expect(await lateIn('approvals')).not.toContain(id);
  await world.pass(1);
  expect(await lateIn('approvals')).toContain(id);
  await watchAllWork(world.deps);
  expect(await listOpenSubjects(world.deps.db, 'queue_late')).toContain('approvals');
  // A new proposal keeps the promised time
  await world.pass(EXPIRED_MS);
  await retryForgottenPayouts(world.deps);
  expect(await seen()).toEqual([promised, promised, promised]);
  await decideApproval(treasurer, id);
  await world.drain();
  expect(await seen()).toEqual([undefined, undefined, null]);
});

test('a withdrawal waiting for approval shows its own promised time, and is late after it', async () => {
  const { deps } = world;
  const subject = randomUUID();
  const at = new Date(deps.clock.now());
  const promised = new Date(deps.clock.now() + DAY_MS);
  await deps.db.run(sql`
    insert into withdrawals (id, status, version, user_id, locale, purse, purse_wallet, purse_amount, outcome_code, outcome_wallet,
      outcome_amount,
      requisites_sealed, requisites_masked, token_hash, created_at, status_changed_at, promised_at)
    values (${subject}, 'payout_pending', 1, ${cashier.id}, 'ru', 'reward', 'SBERRUB', 5, 'SBERRUB', 'SBERRUB', 5, ${randomBytes(4)}, '{}',
      ${randomBytes(32)}, ${at}, ${at}, ${promised})`);
  const payload = { purpose: 'payout', subject_kind: 'withdrawal', why: ['above_limit'] };
  await deps.db.tx(async (tx) => await proposeByService(deps, tx, { kind: 'pay_out', subject, payload, note: '', waitsMs: EXPIRED_MS }));
  const [row] = await pendingApprovals(cashier, subject);
  expect(row?.attributes.promised_at).toBe(toRfc3339(promised.getTime()));
  await world.pass(DAY_MS - 1);
  expect(await lateIn('approvals')).not.toContain(subject);
  await world.pass(1);
  expect(await lateIn('approvals')).toContain(subject);
  // The withdrawal was inserted without postings and history
  await world.database.adminDb.run(sql`delete from withdrawals where id = ${subject}`);
});

test('a payout without a proposal and without an attempt is in the queue, late, and can be acted on', async () => {
  const id = await orderAwaitingApproval();
  const admin = world.database.adminDb;
  // The list reads the database's clock
  const expireAt = async (at: Sql) => await admin.run(sql`update approvals set expires_at = ${at} where subject = ${id}`);
  await admin.run(sql`update orders set status_changed_at = now() - interval '2 hours' where id = ${id}`);
  await expireAt(sql`now() + interval '1 day'`);
  const inQueue = async () =>
    (await cashier.send<OfficeOrderRowAttributes>('GET', '/api/office/v1/orders?view=needs_person')).rows.find((row) => row.id === id);
  // While it waits for approval it is only in the list of approvals
  expect(await inQueue()).toBeUndefined();
  await expireAt(sql`now() - interval '1 minute'`);
  expect((await inQueue())?.attributes.attention).toBe('payout_stuck');
  const { one } = await cashier.send<OfficeOrderAttributes>('GET', `/api/office/v1/orders/${id}`);
  expect(one.attributes).toMatchObject({ attention: 'payout_stuck', takeable_payouts: ['payout'] });
  await admin.run(sql`update orders set status_changed_at = ${new Date(world.deps.clock.now())} where id = ${id}`);
  await expireAt(sql`${new Date(world.deps.clock.now())}`);
  await world.pass(HOUR_MS);
  await retryForgottenPayouts(world.deps);
  expect((await decideApproval(treasurer, id)).status).toBe(200);
  await world.drain();
  expect([(await world.read(id)).status, await payoutsOf(id)]).toEqual(['completed', 1]);
});
