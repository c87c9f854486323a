import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerCardAttributes } from '#contract/office/customers/customer-desk.ts';
import type { ReferralPairAttributes } from '#contract/office/customers/referral-pairs.ts';
import { account, transfer } from '#core/ledger/account.ts';
import { DAY_MS } from '#core/time.ts';
import { PURSE_ASSET } from '#core/withdrawal/withdrawal.ts';
import { processApprovals } from '#server/approvals/jobs.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from '#tests/make/registries.ts';
import { readCustomer } from '#server/desk/customer.ts';
import { officePairRoutes } from '#server/earnings/pair-routes.ts';
import { findOrCreateCustomerWallet } from '#server/ledger/wallets.ts';
import { post } from '#server/ledger/post.ts';
import { hasLinkedReferral } from '#server/referrals/queries.ts';
import { saveWallet } from '#server/user-wallets/saved-wallets.ts';
import { confirmWithdrawal } from '#server/withdrawals/confirm-withdrawal.ts';
import { retryForgottenWithdrawals } from '#server/withdrawals/jobs.ts';
import { requestWithdrawal } from '#server/withdrawals/request-withdrawal.ts';
import { findWithdrawal } from '#server/withdrawals/store.ts';
import { uniqueName, type Customer, makeReferred, orderOf } from '#tests/make/referred-customer.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeCustomerDeskRoutes } from './office-routes.ts';

const CUSTOMERS = '/api/office/v1/customers';

let world: World;
let office: Office;
let compliance: Person;
beforeAll(async () => {
  world = await createWorld({ reserve: 10_000_000_000n });
  office = await createOffice(world, [...officeCustomerDeskRoutes(world.deps), ...officePairRoutes(world.deps)]);
  compliance = await office.person('compliance', 'the officer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const customerOf = async ({ id }: Customer): Promise<string> =>
  (await world.deps.db.one(as<{ id: string }>(), sql`select customer_id as id from customer_users where user_id = ${id}`)).id;
const judge = async (one: Customer, other: string, verdict: string, note = 'seen by documents', person = compliance) =>
  await person.send<CustomerCardAttributes>('POST', `${CUSTOMERS}/${await customerOf(one)}/pairs`, { other, verdict, note });
const takeBack = async (one: Customer, other: Customer, note = 'a mistake') =>
  await compliance.send('POST', `${CUSTOMERS}/${await customerOf(one)}/pairs/${await customerOf(other)}/take_back`, { note });
const linkedOf = async (one: Customer) =>
  (await compliance.send<CustomerCardAttributes>('GET', `${CUSTOMERS}/${await customerOf(one)}`)).one.attributes.linked;
const pairsOf = async ({ email }: Customer, state: string) =>
  (await compliance.send<ReferralPairAttributes>('GET', `/api/office/v1/referral_pairs?state=${state}&q=${encodeURIComponent(email)}`))
    .rows;
const isWarned = async (referrer: Customer, referral: Customer) => [
  await hasLinkedReferral(world.deps.db, referrer.id),
  (await pairsOf(referral, 'suspicious')).length > 0,
];

/** A referrer and a referral, each with an order. */
async function createReferral(): Promise<{ anna: Customer; vera: Customer; first: string; second: string }> {
  const anna = await makeReferred(world);
  const vera = await makeReferred(world, anna);
  return { anna, vera, first: await orderOf(world, anna), second: await orderOf(world, vera) };
}
async function shareDevice(...orders: string[]): Promise<void> {
  await world.deps.db.run(sql`update customer_orders set device = ${uniqueName()} where order_id = any (${orders}::text[])`);
}

/** A withdrawal of three dollars earned by referrals, to requisites saved long ago. */
async function withdraw({ id: userId }: Customer): Promise<string> {
  const { deps } = world;
  const requisites = { account: `account-${uniqueName()}` };
  return await deps.db.tx(async (tx) => {
    const wallet = await findOrCreateCustomerWallet(deps, tx, { ownerId: userId, purse: 'referral' });
    const earned = transfer('opening', account('expense', 'referral'), account('referral', userId), {
      wallet,
      asset: PURSE_ASSET,
      amount: 300n,
    });
    await post(deps, tx, [earned], { orderId: null, actor: 'system', actorId: null });
    const longAgo = { ...deps, clock: { now: () => deps.clock.now() - 2 * DAY_MS } };
    await saveWallet(longAgo, tx, { userId, code: 'SBERRUB', side: 'outcome', values: requisites, masked: { account: 'a•••t' } });
    const requestedWithdrawal = await requestWithdrawal(deps, tx, {
      userId,
      hasVerifiedEmail: true,
      locale: 'ru',
      purse: 'referral',
      amount: 300n,
      paymentSystemCode: 'SBERRUB',
      country: null,
      requisites,
      noMemo: false,
      hasFreshFactor: true,
    });
    if (!requestedWithdrawal.ok) throw new Error(requestedWithdrawal.refusals[0]?.code);
    const { withdrawal, token } = requestedWithdrawal.value;
    expect((await confirmWithdrawal(deps, tx, { id: withdrawal.id, token })).ok).toBe(true);
    return withdrawal.id;
  });
}
const approvalReasons = async (id: string): Promise<string[][]> =>
  (
    await world.deps.db.many(
      as<{ why: string[] }>(),
      sql`select payload::jsonb -> 'why' as why from approvals where subject = ${id} and kind = 'pay_out' and state = 'open'`,
    )
  ).map(({ why }) => why);
const statusOf = async (id: string) => (await findWithdrawal(world.deps.db, id))?.status;
const continueWithdrawals = async () => {
  await processApprovals(world.deps, APPROVAL_EXECUTORS, APPROVAL_COURSE);
  await retryForgottenWithdrawals(world.deps, { lostAfterMs: -1 });
  await world.drain();
};

test('earnings by a referral who shares a device with the earner wait until an operator marks them as unrelated', async () => {
  const { anna, vera, first, second } = await createReferral();
  await shareDevice(first, second);
  const id = await withdraw(anna);
  await world.drain();
  expect([await statusOf(id), await approvalReasons(id)]).toEqual(['payout_pending', [['linked_referral']]]);
  expect((await judge(anna, await customerOf(vera), 'unrelated')).status).toBe(200);
  await continueWithdrawals();
  expect([await statusOf(id), await approvalReasons(id)]).toEqual(['completed', []]);
});

test('earnings by a referral without links are paid; with the verdict same person they wait until it is withdrawn', async () => {
  const { anna, vera } = await createReferral();
  const free = await withdraw(anna);
  await world.drain();
  expect(await statusOf(free)).toBe('completed');
  expect((await judge(vera, anna.email.toUpperCase(), 'same_person')).status).toBe(200);
  const held = await withdraw(anna);
  await world.drain();
  expect([await statusOf(held), await approvalReasons(held)]).toEqual(['payout_pending', [['linked_referral']]]);
  expect((await takeBack(anna, vera)).status).toBe(200);
  await continueWithdrawals();
  expect(await statusOf(held)).toBe('completed');
});

test('a verdict is on both cards and on the pair, replaces an earlier one, and is kept with its author when withdrawn', async () => {
  const { anna, vera, first, second } = await createReferral();
  await shareDevice(first, second);
  expect(await isWarned(anna, vera)).toEqual([true, true]);
  await judge(anna, await customerOf(vera), 'unrelated', 'a family');
  const verdictInput = { verdict: 'unrelated', note: 'a family', by: 'the officer' };
  expect(await linkedOf(anna)).toMatchObject([{ email: vera.email, by: ['device'], strength: 'not_connected', said: verdictInput }]);
  expect(await linkedOf(vera)).toMatchObject([{ email: anna.email, strength: 'not_connected', said: verdictInput }]);
  expect((await pairsOf(vera, 'all'))[0]?.attributes).toMatchObject({ signals: expect.arrayContaining(['device']), said: verdictInput });
  expect(await isWarned(anna, vera)).toEqual([false, false]);
  expect((await judge(vera, anna.email, 'unrelated')).error).toMatchObject({ code: 'order_state_conflict' });
  expect((await judge(vera, anna.email, 'same_person')).one.attributes.linked).toMatchObject([{ strength: 'strong' }]);
  expect(await isWarned(anna, vera)).toEqual([true, true]);
  await takeBack(vera, anna);
  expect(await linkedOf(anna)).toMatchObject([{ strength: 'strong', said: null }]);
  expect((await takeBack(vera, anna)).error).toMatchObject({ code: 'order_state_conflict' });
  const storedRows = await world.deps.db.many(
    as<object>(),
    sql`
    select verdict, note, ended_at is not null as is_ended, ended_by::text from customer_pairs
    where ${await customerOf(anna)} in (first_id, second_id) order by said_at, verdict desc`,
  );
  expect(storedRows).toEqual([
    { verdict: 'unrelated', note: 'a family', is_ended: true, ended_by: compliance.id },
    { verdict: 'same_person', note: 'seen by documents', is_ended: true, ended_by: compliance.id },
  ]);
  const logged = await world.deps.db.many(
    as<{ action: string }>(),
    sql`select action from audit_log where subject_id = ${await customerOf(vera)} order by at, action`,
  );
  expect(logged.map(({ action }) => action)).toEqual(['customer.pair', 'customer.pair', 'customer.pair_back']);
});

test('a verdict joins two customers who share nothing; another one clears the warning of those who share requisites', async () => {
  const [boris, olga] = [await makeReferred(world), await makeReferred(world)];
  const shared = { outcome_requisites: { account: `account-${uniqueName()}` } };
  const id = await orderOf(world, boris, shared);
  await orderOf(world, olga, shared);
  const flags = async () =>
    (await readCustomer(world.deps, world.deps.db, await world.read(id), { role: 'owner', locale: 'ru' })).flags.map(({ flag }) => flag);
  expect(await flags()).toContain('shared_requisites');
  await judge(olga, boris.email, 'unrelated');
  expect(await flags()).not.toContain('shared_requisites');
  const stranger = await makeReferred(world);
  await orderOf(world, stranger);
  await judge(boris, stranger.email, 'same_person');
  expect(await linkedOf(stranger)).toMatchObject([{ email: boris.email, by: [], orders: 0, strength: 'strong' }]);
});

test('a verdict needs a note, two different customers and the right to change them; of twenty at once one is stored', async () => {
  const { anna, vera } = await createReferral();
  expect((await judge(anna, vera.email, 'unrelated', ' ')).error).toMatchObject({
    code: 'required',
    source: { pointer: '/data/attributes/note' },
  });
  expect((await judge(anna, anna.email, 'unrelated')).status).toBe(404);
  expect((await judge(anna, 'nobody@example.org', 'unrelated')).status).toBe(404);
  expect((await judge(anna, vera.email, 'unrelated', 'x', await office.person('support'))).status).toBe(403);
  const responses = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => await judge(n % 2 === 0 ? anna : vera, (n % 2 === 0 ? vera : anna).email, 'unrelated')),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await linkedOf(anna)).toMatchObject([{ strength: 'not_connected' }]);
});
