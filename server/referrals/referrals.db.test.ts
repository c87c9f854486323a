import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { OrderForm } from '#server/orders/create/check-order-form.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { readPageRequest } from '#server/platform/http/pagination.ts';
import { createCustomerAccount } from '#server/customers/customers.ts';
import { as } from '#tests/make/rows.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { bindAccount } from './bind-referral.ts';
import { uncountOrder } from './count-referral.ts';
import { clickCookie } from './follow-link.ts';
import { createClickCounter } from './count-clicks.ts';
import { listByReferrer, listSources, listSteps, sumFigures } from './list-store.ts';
import { referrerOf } from './queries.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ reserve: 10_000_000_000n });
});
afterAll(async () => await world.close());

let made = 0;
const another = (): string => `one-${(made += 1)}`;

interface Person {
  readonly id: string;
  readonly email: string;
  readonly code: string;
}

async function person(email = `${another()}@example.org`, cookies?: string): Promise<Person> {
  const profile = { email, passwordHash: null, fullName: null, phone: null, locale: 'ru' } as const;
  return await world.deps.db.tx(async (tx) => {
    const { id } = await createCustomerAccount(world.deps, tx, profile);
    await bindAccount(world.deps, tx, { userId: id, email, cookies });
    const { code } = await tx.one(as<{ code: string }>(), sql`select referral_code as code from users where id = ${id}`);
    return { id, email, code };
  });
}

/** The cookie of a click on this person's link. */
const clickCookieOf = ({ code }: Person, source = {}): string =>
  clickCookie(world.deps, { code, at: world.deps.clock.now(), source }, false).split(';', 1)[0] ?? '';

interface By {
  readonly person?: Person;
  readonly cookies?: string;
  readonly device?: string;
}

async function order({ person: by, cookies, device }: By, change: Partial<OrderForm> = {}) {
  const own = { income_requisites: { refund: `refund-${another()}` }, outcome_requisites: { account: `account-${another()}` } };
  const form = await world.form({ email: by?.email ?? `${another()}@example.org`, ...own, ...change });
  const user = { kind: 'user', userId: by?.id ?? '', sessionId: '', role: 'customer', email: form.email, hasVerifiedEmail: true } as const;
  const created = await world.deps.db.tx(async (tx) => {
    const visitor = by === undefined ? ({ kind: 'guest' } as const) : user;
    return await createOrder(world.deps, tx, form, { visitor, ip: '127.0.0.1', locale: 'ru', cookies, device });
  });
  if (!created.ok) throw new Error(`refused: ${created.refusals[0]?.code}`);
  await prepareRequisites(world.deps, created.value.order.id);
  return await world.read(created.value.order.id);
}

const referrer = async (made: { readonly id: string }) => (await referrerOf(world.deps.db, made))?.userId;

const refusedBy = async ({ id }: { readonly id: string }) =>
  (await world.deps.db.maybe(as<{ refused: string | null }>(), sql`select refused from referral_orders where order_id = ${id}`))?.refused;

test('an account is bound to its link’s referrer for life, also without the cookie', async () => {
  const [anna, boris] = [await person(), await person()];
  const vera = await person(undefined, clickCookieOf(anna));
  expect(await referrer(await order({ person: vera }))).toBe(anna.id);
  expect(await referrer(await order({ person: vera, cookies: clickCookieOf(boris) }))).toBe(anna.id);
  await world.pass(MINUTE_MS);
  // The customer was here before the click
  expect(await referrer(await order({ person: boris, cookies: clickCookieOf(anna) }))).toBeUndefined();
});

test('a guest’s referrer is the latest link until an order is completed', async () => {
  const [anna, boris] = [await person(), await person()];
  const email = `${another()}@gmail.com`;
  expect(await referrer(await order({ cookies: clickCookieOf(anna) }, { email }))).toBe(anna.id);
  // Anyone can create an unpaid order with this mailbox: it binds nothing
  expect(await referrer(await order({}, { email }))).toBeUndefined();
  const paid = await order({ cookies: clickCookieOf(boris) }, { email });
  await world.deposit(paid);
  await world.drain();
  expect((await world.read(paid.id)).status).toBe('completed');
  expect(await referrer(await order({ cookies: clickCookieOf(anna) }, { email: email.toUpperCase() }))).toBe(boris.id);
});

test('an order is kept if its referral cannot be recorded, and the referral is rolled back', async () => {
  const anna = await person();
  const count = async () => await world.deps.db.one(as<{ n: number }>(), sql`select count(*)::int as n from referrals`);
  const before = await count();
  await world.database.adminDb.run(sql`
    create function refuse_referral() returns trigger language plpgsql as $$ begin raise 'not today'; end $$`);
  await world.database.adminDb.run(sql`
    create trigger refuse_referral before insert on referral_orders for each row execute function refuse_referral()`);
  const made = await order({ cookies: clickCookieOf(anna) });
  await world.database.adminDb.run(sql`drop trigger refuse_referral on referral_orders`);
  expect(made.status).toBe('awaiting_payment');
  expect(await referrer(made)).toBeUndefined();
  expect(await count()).toEqual(before);
});

test('an account that enters another person’s e-mail stays its own customer; that person’s orders do not count', async () => {
  const { db } = world.deps;
  const anna = await person();
  const email = `${another()}@victim.example`;
  const vera = await person();
  const mailboxOf = async () =>
    (
      await db.one(
        as<{ mailbox: string }>(),
        sql`select c.mailbox from customer_users k join customers c on c.id = k.customer_id where k.user_id = ${vera.id}`,
      )
    ).mailbox;
  expect(await mailboxOf()).toBe(vera.email);
  // As an account created by an earlier release, which writes no customer
  await db.run(sql`delete from customer_users where user_id = ${vera.id}`);
  await db.run(sql`update users set email_verified_at = now(), created_at = ${new Date(world.deps.clock.now() + 1)} where id = ${vera.id}`);
  await world.pass(1);
  const cookies = clickCookieOf(anna);
  await world.pass(1);
  expect(await referrer(await order({ person: vera, cookies }, { email }))).toBe(anna.id);
  expect(await mailboxOf()).toBe(vera.email);
  expect(await referrer(await order({}, { email }))).toBeUndefined();
});

test('a cookie that is unsigned, expired or names no referrer is ignored', async () => {
  const anna = await person();
  const cookie = clickCookieOf(anna);
  const nobody = clickCookieOf({ ...anna, code: '0123456789ab' });
  for (const cookies of [cookie.replace(/.$/, '!'), cookie.replace(anna.code, '0123456789ab'), 'referal_hash=%%%', nobody])
    expect(await referrer(await order({ cookies }))).toBeUndefined();
  await world.pass(366 * 24 * HOUR_MS);
  expect(await referrer(await order({ cookies: cookie }))).toBeUndefined();
});

test('a customer cannot refer themselves by an alias, the same requisites or the same browser (R16)', async () => {
  const anna = await person(`anna.${another()}@gmail.com`);
  const cookies = clickCookieOf(anna);
  await order({ person: anna, device: 'f'.repeat(64) }, { outcome_requisites: { account: 'annas-own-account' } });
  const responses = [
    order({ cookies }, { email: anna.email.replace('.', '').replace('@', '+2@').toUpperCase() }),
    order({ cookies }, { outcome_requisites: { account: 'ANNAS own account' } }),
    order({ cookies, device: 'f'.repeat(64) }),
    order({ person: anna, cookies }),
  ];
  const orders = await Promise.all(responses);
  expect(await Promise.all(orders.map(referrer))).toEqual([undefined, undefined, undefined, undefined]);
  expect(await Promise.all(orders.map(refusedBy))).toEqual(['mailbox', 'requisites', 'device', 'account']);
});

const standing = async ({ id }: Person) =>
  await world.deps.db.one(
    as<{ counted: number; rub: string }>(),
    sql`select coalesce((select counted from referral_totals where user_id = ${id}), 0) as counted,
      coalesce((select sum(turnover_rub) from referrals where referrer_id = ${id} and is_firm), 0)::text as rub`,
  );

async function exchange(by: By, change: Partial<OrderForm> = {}) {
  const paid = await order(by, change);
  await world.deposit(paid);
  await world.drain();
  return await world.read(paid.id);
}

test('a referral counts above 5000 roubles, once, and not after the money went back (R16)', async () => {
  const anna = await person();
  const vera = await person(undefined, clickCookieOf(anna));
  await order({ person: vera });
  expect(await standing(anna)).toEqual({ counted: 0, rub: '0' });
  const [first, second] = [await exchange({ person: vera }), await exchange({ person: vera })];
  expect(first.status).toBe('completed');
  expect(await standing(anna)).toEqual({ counted: 1, rub: String(first.outcomeAmount + second.outcomeAmount) });
  const { db } = world.deps;
  const back = async (id: string) => await db.tx(async (tx) => await uncountOrder(world.deps, tx, id));
  await Promise.all([back(first.id), back(first.id)]);
  expect(await standing(anna)).toEqual({ counted: 1, rub: String(second.outcomeAmount) });
  await back(second.id);
  expect(await standing(anna)).toEqual({ counted: 0, rub: '0' });
});

test('a referral later found to be the referrer no longer counts', async () => {
  const anna = await person();
  const vera = await person(undefined, clickCookieOf(anna));
  const account = `shared-${another()}`;
  await exchange({ person: vera }, { outcome_requisites: { account } });
  expect((await standing(anna)).counted).toBe(1);
  await order({ person: anna }, { outcome_requisites: { account } });
  expect(await referrer(await exchange({ person: vera }, { outcome_requisites: { account } }))).toBeUndefined();
  expect((await standing(anna)).counted).toBe(0);
});

test('a burst of clicks is one row per source, shown with its results; referrals are shown masked', async () => {
  const anna = await person();
  const counter = createClickCounter(world.deps);
  const click = (code: string, source: string, visitor: string) => counter.count({ code, source: { source } }, visitor);
  for (let i = 0; i < 10_000; i += 1) click(anna.code, 'monitor', `visitor ${i % 7}`);
  for (let i = 0; i < 100; i += 1) click(anna.code, `made up ${i}`, 'one');
  click('0123456789ab', 'nobody', 'one');
  await counter.flush();
  const rows = await world.deps.db.one(
    as<{ n: number; clicks: number }>(),
    sql`select count(*)::int as n, sum(clicks)::int as clicks from referral_clicks where user_id = ${anna.id}`,
  );
  expect(rows).toEqual({ n: 41, clicks: 10_100 });
  const email = `vera-${another()}@example.org`;
  const vera = await person(email, clickCookieOf(anna));
  const paid = await exchange({ person: vera });
  await order({ person: vera });
  const { db } = world.deps;
  const page = readPageRequest({ query: {}, from: undefined }, 12);
  expect(await sumFigures(db, anna.id)).toMatchObject({ clicks: 10_100, visitors: 8, orders: 2, completed: 1 });
  const steps = await listSteps(db, anna.id, { by: 'month', steps: 24, now: new Date(world.deps.clock.now()) });
  expect(steps).toHaveLength(24);
  expect(steps.at(-1)).toMatchObject({ clicks: 10_100, orders: 2, completed: 1, turnover_usd: '10000' });
  expect(paid.creditedAmount).toBe(100_000_000n);
  expect((await listSources(db, anna.id, steps[0]?.from ?? '')).at(0)).toEqual({ source: 'monitor', clicks: 10_000, visitors: 7 });
  const listed = await listByReferrer(db, anna.id, page);
  expect(listed).toMatchObject({ total: 1, rows: [{ email, is_counted: true, turnover_usd: '10000' }] });
});
