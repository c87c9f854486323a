import { afterAll, beforeAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { statementsOf } from '#tests/make/count-statements.ts';
import { createWorld, type World } from '#tests/make/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => await world.close());

const create = async (email: string) => {
  const form = await world.form({ email });
  return await statementsOf(async () => {
    const creator = { visitor: { kind: 'guest' }, ip: '203.0.113.7', locale: 'ru' } as const;
    const made = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, form, creator));
    expect(made.ok).toBe(true);
  });
};

/** Each statement is a round trip; the outbox adds one, which this test's queue does not send. Raise a number only with a reason. */
test('a guest’s order takes nine statements, as does the first order of a new customer', async () => {
  const first = await create('new@example.org');
  expect(first, first.join('\n')).toHaveLength(9);
  const next = await create('new@example.org');
  expect(next, next.join('\n')).toHaveLength(9);
  expect(first[0]).toMatch(/^begin/);
  expect(first.at(-1)).toBe('commit');
});

test('with limits on, counting the visitor’s unpaid orders takes three more', async () => {
  const guarded = { ...world.deps, settings: { ...world.deps.settings, rateLimits: 'on' as const } };
  const form = await world.form({ email: 'limited@example.org' });
  const statements = await statementsOf(async () => {
    const creator = { visitor: { kind: 'guest' }, ip: '198.51.100.7', locale: 'ru' } as const;
    const made = await guarded.db.tx(async (tx) => await createOrder(guarded, tx, form, creator));
    expect(made.ok).toBe(true);
  });
  expect(statements, statements.join('\n')).toHaveLength(12);
});

test('an exact payment and its read take 26 statements, the payout 46', async () => {
  await world.drain();
  const order = await world.order();
  const paid = await statementsOf(async () => await world.deposit(order));
  expect(paid, paid.join('\n')).toHaveLength(26);
  const sent = await statementsOf(async () => await world.drain());
  expect(sent, sent.join('\n')).toHaveLength(46);
  expect((await world.read(order.id)).status).toBe('completed');
});

test('the search for expired orders takes one statement, the expiry of each eleven more', async () => {
  await world.pass(24 * 60 * MINUTE_MS);
  await expireOrders(world.deps);
  expect(await statementsOf(async () => await expireOrders(world.deps))).toHaveLength(1);
  const order = await world.order();
  await world.pass(24 * 60 * MINUTE_MS);
  const expired = await statementsOf(async () => await expireOrders(world.deps));
  expect(expired, expired.join('\n')).toHaveLength(12);
  expect((await world.read(order.id)).status).toBe('expired');
});
