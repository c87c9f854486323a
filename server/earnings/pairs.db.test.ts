import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endVerdict, insertVerdict } from '#server/customers/pairs.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { hasLinkedReferral } from '#server/referrals/queries.ts';
import type { ReferralPairAttributes } from '#contract/office/customers/referral-pairs.ts';
import { uniqueName, type Customer, makeReferred, orderOf } from '#tests/make/referred-customer.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officePairRoutes } from './pair-routes.ts';

let world: World;
let office: Office;
let owner: Person;
beforeAll(async () => {
  world = await createWorld({ reserve: 10_000_000_000n });
  office = await createOffice(world, officePairRoutes(world.deps));
  owner = await office.person('owner');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const customer = async (sentBy?: Customer) => await makeReferred(world, sentBy);
const order = async (by: Customer, change: Partial<OrderForm> = {}) => await orderOf(world, by, change);

/** An order with a customer's email by a guest, from a different network. */
async function guestOrder({ email }: Customer, change: Partial<OrderForm>): Promise<string> {
  const form = await world.form({ email, ...change });
  const creator = { visitor: { kind: 'guest' }, ip: '203.0.113.77', locale: 'ru' } as const;
  const created = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, creator));
  if (!created.ok) throw new Error(`refused: ${created.refusals[0]?.code}`);
  await prepareRequisites(world.deps, created.value.order.id);
  return created.value.order.id;
}

/** The signals of a pair, and whether it is listed as suspicious. */
async function signalsOf({ email }: Customer) {
  const list = async (state: string) =>
    (await owner.send<ReferralPairAttributes>('GET', `/api/office/v1/referral_pairs?state=${state}&q=${encodeURIComponent(email)}`)).rows;
  const [pair] = await list('all');
  return [pair?.attributes.signals.filter((one) => one !== 'quick'), (await list('suspicious')).length];
}

test('requisites used by both are a signal, in either order', async () => {
  const anna = await customer();
  const vera = await customer(anna);
  await order(vera, { outcome_requisites: { account: 'one-and-the-same-account' } });
  await order(anna);
  expect(await signalsOf(vera)).toEqual([[], 0]);
  await order(anna, { outcome_requisites: { account: 'one-and-the-same-account' } });
  expect(await signalsOf(vera)).toEqual([['requisites'], 1]);
  expect(await hasLinkedReferral(world.deps.db, anna.id)).toBe(true);
  await world.deps.db.run(sql`update referrals set refused = 'operator' where referrer_id = ${anna.id}`);
  expect(await hasLinkedReferral(world.deps.db, anna.id)).toBe(false);
});

test('a browser and a card used by both are signals', async () => {
  const anna = await customer();
  const vera = await customer(anna);
  const [first, second] = [await order(anna), await order(vera)];
  expect(await signalsOf(vera)).toEqual([[], 0]);
  await world.deps.db.run(sql`update customer_orders set device = 'shared browser' where order_id in (${first}, ${second})`);
  expect(await signalsOf(vera)).toEqual([['device'], 1]);
  for (const userId of [anna.id, vera.id])
    await world.deps.db.run(sql`
      insert into card_verifications (id, user_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at,
        picture_key, picture_secret_sealed)
      values (${world.deps.random.uuid()}, ${userId}, ${Buffer.from(`card of ${anna.id}`)}, '4081•••4312',
        ${world.deps.secrets.seal('x')}, 'A', 'other', 'pending',
        now(), ${uniqueName()}, ${world.deps.secrets.seal('k')})`);
  expect(await signalsOf(vera)).toEqual([['card', 'device'], 1]);
  expect([await hasLinkedReferral(world.deps.db, anna.id), await hasLinkedReferral(world.deps.db, vera.id)]).toEqual([true, false]);
});

test('links through a guest order of the referrer are signals until an operator marks the pair as unrelated', async () => {
  const { db } = world.deps;
  const anna = await customer();
  const vera = await customer(anna);
  await order(anna);
  const hers = await order(vera);
  const account = `account-${uniqueName()}`;
  const own = { income_requisites: { refund: `refund-${uniqueName()}` }, outcome_requisites: { account } };
  const second = await order(vera, { outcome_requisites: { account } });
  const guests = await guestOrder(anna, own);
  expect(await signalsOf(vera)).toEqual([['requisites'], 1]);
  await db.run(sql`update customer_orders set device = ${uniqueName()} where order_id in (${guests}, ${hers})`);
  const print = Buffer.from(`card of ${anna.id}`);
  for (const orderId of [guests, second])
    await db.run(sql`
      insert into card_verifications (id, order_id, card_fingerprint, card_masked, card_sealed, name, issuing_bank_id, state, created_at,
        picture_key, picture_secret_sealed)
      values (${world.deps.random.uuid()}, ${orderId}, ${print}, '4081•••4312', ${world.deps.secrets.seal('x')}, 'A', 'other', 'pending',
        now(), ${uniqueName()}, ${world.deps.secrets.seal('k')})`);
  expect(await signalsOf(vera)).toEqual([['requisites', 'card', 'device'], 1]);
  expect([await hasLinkedReferral(db, anna.id), await hasLinkedReferral(db, vera.id)]).toEqual([true, false]);
  const customerOf = async ({ id }: Customer) =>
    (await db.one(as<{ id: string }>(), sql`select customer_id as id from customer_users where user_id = ${id}`)).id;
  const pair = { customerId: await customerOf(anna), otherId: await customerOf(vera), operatorId: owner.id, now: world.deps.clock.now() };
  await db.tx(async (tx) => await insertVerdict(tx, { ...pair, id: world.deps.random.uuid(), verdict: 'unrelated', note: 'a family' }));
  expect([await hasLinkedReferral(db, anna.id), (await signalsOf(vera))[1]]).toEqual([false, 0]);
  await db.tx(async (tx) => await endVerdict(tx, pair));
  expect([await hasLinkedReferral(db, anna.id), (await signalsOf(vera))[1]]).toEqual([true, 1]);
});

test('a pair without links has no signals', async () => {
  const anna = await customer();
  const vera = await customer(anna);
  await order(anna);
  await order(vera);
  expect(await signalsOf(vera)).toEqual([[], 0]);
});
