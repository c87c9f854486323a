import { randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerCardAttributes, CustomerRowAttributes } from '#contract/office/customers/customer-desk.ts';
import { SECOND_MS, toRfc3339 } from '#core/time.ts';
import { backfillCustomers, splitAccounts } from '#server/orders/customer-orders.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import type { FoundAttributes } from '#contract/office/orders/search.ts';
import { grantBonus } from '#server/earnings/grant-bonus.ts';
import { partnerSearcher } from '#server/partners/search-partners.ts';
import { officeSearchRoutes } from '#server/search/office-routes.ts';
import { withdrawalSearcher } from '#server/withdrawals/search-withdrawals.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeCustomerDeskRoutes } from './office-routes.ts';

const CUSTOMERS = '/api/office/v1/customers';
const DEVICE = 'cd'.repeat(32);

let world: World;
let office: Office;
let compliance: Person;
let support: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [
    ...officeCustomerDeskRoutes(world.deps),
    ...officeSearchRoutes([withdrawalSearcher(world.deps), partnerSearcher(world.deps)]),
  ]);
  compliance = await office.person('compliance');
  support = await office.person('support');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

interface Client {
  readonly ip?: string;
  readonly device?: string;
  readonly userId?: string;
}

/** A customer's order, ready to be paid. */
async function make(change: Partial<OrderForm>, { ip = '198.51.100.1', device, userId }: Client = {}): Promise<string> {
  const form = await world.form({ income_requisites: {}, ...change });
  const visitor =
    userId === undefined
      ? ({ kind: 'guest' } as const)
      : ({ kind: 'user', userId, sessionId: '-', role: 'customer', email: '-', hasVerifiedEmail: true } as const);
  const creator = { visitor, ip, locale: 'ru', device } as const;
  const made = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, creator));
  if (!made.ok) throw new Error(JSON.stringify(made.refusals));
  await prepareRequisites(world.deps, made.value.order.id);
  return made.value.order.id;
}

const search = async (q: string, person = support) =>
  (await person.send<CustomerRowAttributes>('GET', `${CUSTOMERS}?q=${encodeURIComponent(q)}`)).rows;
const cardOf = async (id: string, person = compliance) =>
  (await person.send<CustomerCardAttributes>('GET', `${CUSTOMERS}/${id}`)).one.attributes;
const idOf = async (q: string) => (await search(q))[0]?.id ?? '';

test('a customer has one card for all mailboxes and the account, and is found by every identifier', async () => {
  const userId = randomUUID();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${userId}, 'ann@example.org', 'customer')`);
  const account = { outcome_requisites: { account: '40817810000000001111' } };
  const order = await make({ email: 'ann@example.org', ...account }, { userId });
  await make({ email: 'ann+shop@example.org' });
  await make({ email: 'second.mailbox@example.org' }, { userId });
  await make({ email: 'somebody.else@example.org' }, { ip: '203.0.113.9' });
  for (const q of ['ann@', order, '4081 7810 0000 0000 1111', '40817810000000001111'])
    expect(
      (await search(q)).map(({ attributes }) => [attributes.email, attributes.orders]),
      q,
    ).toEqual([['ann@example.org', 3]]);
  const card = await cardOf(await idOf('ann@'));
  expect(card).toMatchObject({
    email: 'ann@example.org',
    account: { email: 'ann@example.org' },
    open: 3,
    completed: 0,
  });
  expect(JSON.stringify(card)).not.toContain('40817810000000001111');
  expect((await support.send('GET', `${CUSTOMERS}/${'0'.repeat(16)}`)).status).toBe(404);
  expect((await office.guest.send('GET', CUSTOMERS)).status).toBe(401);
});

test('earnings, withdrawals and the referrer are on the card and found by search', async () => {
  const { db } = world.deps;
  const [userId, referrerId] = [randomUUID(), randomUUID()];
  const withdrawal = 'wdr0searched00000001';
  await db.run(sql`
    insert into users (id, email, role, email_verified_at) values
      (${userId}, 'earner@example.org', 'customer', now()), (${referrerId}, 'his.referrer@example.org', 'customer', now())`);
  await db.run(sql`
    insert into referrals (id, referrer_id, user_id, bound_by, bound_at, is_firm, clicked_at)
    values (${randomUUID()}, ${referrerId}, ${userId}, 'registration', now(), true, now())`);
  await db.run(sql`insert into partners (user_id, created_at) values (${userId}, now())`);
  while ((await backfillCustomers(world.deps)) > 0);
  const operatorId = await (async () => {
    const treasurer = randomUUID();
    await db.run(sql`insert into users (id, email, role) values (${treasurer}, 'granter@example.org', 'treasurer')`);
    return treasurer;
  })();
  await db.tx(async (tx) => await grantBonus(world.deps, tx, { userId, amount: 1250n, note: 'welcome', operatorId }));
  await db.run(sql`
    insert into withdrawals (id, status, version, user_id, locale, purse, purse_wallet, purse_amount, outcome_code, outcome_wallet,
      outcome_amount,
      requisites_sealed, requisites_masked, token_hash, tx_hash, created_at, status_changed_at, is_stopped)
    select ${withdrawal}, 'completed', 3, ${userId}, 'ru', 'reward', w.id, 400, (select code from payment_systems limit 1), w.id, 1, '',
      '{}', '', '0xABCDEF01',
      now(), now(), false from wallets w where w.owner_id = ${userId} and w.purse = 'reward'`);
  const card = await cardOf(await idOf('earner@'), support);
  expect(card.referrer).toEqual({ email: 'his.referrer@example.org', customer_id: await idOf('his.referrer@'), is_stopped: false });
  expect(card.partner_id).toBe(userId);
  expect(card.purses).toContainEqual({ purse: 'reward', owed: '12.5', available: '12.5', accrued: '0', paid: '4' });
  expect(card.withdrawals).toMatchObject([{ id: withdrawal, status: 'completed', purse_amount: '4' }]);
  const found = async (q: string, person = support) =>
    (await person.send<FoundAttributes>('GET', `/api/office/v1/search?q=${encodeURIComponent(q)}`)).rows.map(
      ({ attributes: { noun: entity, subject, found_in: by } }) => [entity, subject, ...by],
    );
  expect(await found('wdr0search')).toEqual([['withdrawals', withdrawal, 'number']]);
  expect(await found('0xabcdef')).toEqual([['withdrawals', withdrawal, 'hash']]);
  const both = [
    ['withdrawals', withdrawal, 'email'],
    ['partners', userId, 'email'],
  ];
  expect(await found('arner@exam')).toEqual(both);
  expect(await found('arner@exam', await office.person('verifier'))).toEqual(both.slice(0, 1));
  // A row without postings, deleted because the books are audited at the end
  await world.database.adminDb.run(sql`delete from withdrawals where id = ${withdrawal}`);
});

test("signing up with another customer's address hides nothing of that customer's account", async () => {
  const [owner, stranger] = [randomUUID(), randomUUID()];
  await world.deps.db.run(sql`
    insert into users (id, email, role, email_verified_at, created_at) values
      (${owner}, 'owned@example.org', 'customer', now(), now() - interval '1 day'),
        (${stranger}, 'owned@example.org', 'customer', null, now())`);
  while ((await backfillCustomers(world.deps)) > 0);
  expect((await cardOf(await idOf('owned@'))).account).toMatchObject({ email_verified: true });
});

test('an account bound to its first order’s mailbox gets its own customer; a changed address keeps the customer', async () => {
  const { db } = world.deps;
  const [usurper, moved] = [randomUUID(), randomUUID()];
  await db.run(sql`
    insert into users (id, email, role, email_verified_at) values
      (${usurper}, 'usurper@example.org', 'customer', now()), (${moved}, 'moved.new@example.org', 'customer', now())`);
  const victims = await make({ email: 'usurped@example.org' });
  const own = await make({ email: 'usurped@example.org' });
  const before = await make({ email: 'moved.old@example.org' });
  while ((await splitAccounts(world.deps)) > 0);
  await db.run(sql`update orders set user_id = ${usurper} where id = ${own}`);
  await db.run(sql`
    insert into customer_users (user_id, customer_id) values
      (${usurper}, ${await idOf('usurped@')}), (${moved}, ${await idOf('moved.old@')})`);
  await db.run(sql`insert into security_events (id, user_id, at, topic) values (${randomUUID()}, ${moved}, now(), 'email_changed')`);
  expect([await splitAccounts(world.deps), await splitAccounts(world.deps)]).toEqual([2, 0]);
  const standing = async (order: string) =>
    await db.one(
      as<object>(),
      sql`select c.mailbox, c.last_order_at = k.at as is_last from customer_orders k join customers c on c.id = k.customer_id
        where k.order_id = ${order}`,
    );
  expect([await standing(own), await standing(victims), await standing(before)]).toEqual([
    { mailbox: 'usurper@example.org', is_last: true },
    { mailbox: 'usurped@example.org', is_last: true },
    { mailbox: 'moved.old@example.org', is_last: true },
  ]);
  const mailboxes = await db.many(
    as<{ mailbox: string }>(),
    sql`select c.mailbox from customer_users k join customers c on c.id = k.customer_id where k.user_id in (${usurper}, ${moved})
      order by 1`,
  );
  expect(mailboxes.map(({ mailbox }) => mailbox)).toEqual(['moved.old@example.org', 'usurper@example.org']);
});

test('older orders and accounts get customers, once', async () => {
  await world.pass(SECOND_MS);
  const order = await make({ email: 'of.before@example.org' });
  await world.deps.db.run(sql`update customers set orders = 0 where mailbox = 'of.before@example.org'`);
  await world.deps.db.run(sql`delete from customer_orders where order_id = ${order}`);
  expect(await backfillCustomers(world.deps)).toBeGreaterThan(0);
  while ((await backfillCustomers(world.deps)) > 0);
  expect((await search('of.before@')).map(({ attributes }) => attributes.orders)).toEqual([1]);
  // The newest customer is first, before a cursor as well
  const made = await world.read(order);
  const [first] = (await support.send<CustomerRowAttributes>('GET', CUSTOMERS)).rows;
  expect(first?.attributes).toMatchObject({ email: 'of.before@example.org', last_order_at: toRfc3339(made.createdAt) });
});

test('customers who share requisites, a browser or a network are linked, with a strength', async () => {
  const same = { outcome_requisites: { account: '40817810000000007777' } };
  await make({ email: 'first@linked.test', ...same }, { ip: '192.0.2.1', device: DEVICE });
  await make({ email: 'by.requisites@linked.test', ...same }, { ip: '192.0.2.2' });
  await make(
    { email: 'by.device@linked.test', outcome_requisites: { account: '40817810000000008888' } },
    { ip: '192.0.2.3', device: DEVICE },
  );
  await make({ email: 'by.network@linked.test', outcome_requisites: { account: '40817810000000009999' } }, { ip: '192.0.2.1' });
  const { linked, orders } = await cardOf(await idOf('first@linked'));
  expect(new Map(linked.map(({ email, by, strength }) => [email, [by, strength]]))).toEqual(
    new Map([
      ['by.device@linked.test', [['device'], 'strong']],
      ['by.network@linked.test', [['network'], 'weak']],
      ['by.requisites@linked.test', [['requisites'], 'strong']],
    ]),
  );
  expect(linked.at(-1)?.strength).toBe('weak');
  expect(orders[0]?.network).toBe('192.0.2.1');
  expect((await cardOf(await idOf('first@linked'), support)).orders[0]?.network).toBe('192.0.•••');
});

test("above a customer's own limits an operator checks before the payout; concurrent changes of limits conflict", async () => {
  const email = 'limited@example.org';
  await make({ email });
  const id = await idOf('limited@');
  const limits = (version: number, day_usd: number | null = 50) =>
    compliance.send<CustomerCardAttributes>('POST', `${CUSTOMERS}/${id}/limits`, {
      order_usd: null,
      day_usd,
      month_usd: null,
      version,
      note: 'new here',
    });
  expect((await limits(0)).one.attributes.limits).toEqual({ order_usd: null, day_usd: 50, month_usd: null, version: 1 });
  expect((await limits(0)).error.code).toBe('edit_conflict');
  expect((await support.send('POST', `${CUSTOMERS}/${id}/limits`, {})).status).toBe(403);
  const held = await world.read(await make({ email, outcome_requisites: { account: '40817810000000002222' } }));
  await world.deposit(held);
  await world.drain();
  expect((await world.read(held.id)).status).toBe('payout_pending');
  expect((await cardOf(id)).used.day_usd).toBe('100');
  const requests = await world.deps.db.many(
    as<object>(),
    sql`select kind, needs, payload::jsonb -> 'why' as why from approvals where subject = ${held.id}`,
  );
  expect(requests).toEqual([{ kind: 'pay_out', needs: 1, why: ['own_limits'] }]);
});

test('a trace is blacklisted without being shown; revealing requisites needs the right and is logged', async () => {
  const secret = '40817810000000005555';
  const order = await make(
    { email: 'traced@example.org', outcome_requisites: { account: secret } },
    { ip: '203.0.113.50', device: 'ef'.repeat(32) },
  );
  const id = await idOf('traced@');
  const list = (trace: string, person = compliance) =>
    person.send<CustomerCardAttributes>('POST', `${CUSTOMERS}/${id}/blacklist_entries`, {
      trace,
      order_id: order,
      reason: 'fraud',
      note: 'seen before',
    });
  expect((await list('outcome', support)).error.code).toBe('access_denied');
  for (const trace of ['email', 'network', 'device', 'outcome']) expect((await list(trace)).status, trace).toBe(200);
  expect((await list('email')).error.code).toBe('order_state_conflict');
  expect((await list('income')).error.code).toBe('not_found');
  const { blacklist } = await cardOf(id);
  expect(blacklist.map(({ kind }) => kind).toSorted()).toEqual(['device', 'email', 'network', 'wallet']);
  expect(JSON.stringify(blacklist)).not.toContain(secret);
  await expect(make({ email: 'traced@example.org' })).rejects.toThrow('order_refused');
  const reveal = `${CUSTOMERS}/${id}/orders/${order}/requisites/outcome`;
  expect((await support.send('POST', reveal)).status).toBe(403);
  const shown = await compliance.send<{ requisites: { value: string }[] }>('POST', reveal);
  expect(shown.one.attributes.requisites.map(({ value }) => value)).toEqual([secret]);
  const another = await idOf('limited@');
  expect((await compliance.send('POST', `${CUSTOMERS}/${another}/orders/${order}/requisites/outcome`)).status).toBe(404);
  const audited = await world.deps.db.many(as<{ action: string }>(), sql`select action from audit_log where subject_id = ${id}`);
  expect(audited).toEqual([{ action: 'customer.reveal' }]);
});
