import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { listHistory } from '#server/desk/history-store.ts';
import { type Caller, orderTokenOf } from '#server/orders/access.ts';
import { insertOrder } from '#server/orders/store.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { makeOrder } from '#tests/make/order.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { findHandover, makeHandover, purgeUnused, redeemHandover } from './handover.ts';

let world: World;
const ID = 'handed0over0order000';
beforeAll(async () => {
  world = await createWorld();
  const requisites = { sealed: Buffer.from('x'), masked: {} };
  const order = makeOrder('awaiting_payment', { id: ID, hold: null });
  await world.deps.db.tx((tx) =>
    insertOrder(tx, {
      terms: [],
      move: 'create',
      order,
      ip: '127.0.0.1',
      incomeRequisites: requisites,
      outcomeRequisites: { ...requisites, fingerprint: Buffer.from(ID) },
    }),
  );
});
afterAll(() => world.abandon());

const guest = (overrides: Partial<Caller>): Caller => ({ visitor: { kind: 'guest' }, orderToken: undefined, ...overrides });
const make = (caller: Caller) => world.deps.db.tx((tx) => makeHandover(world.deps, tx, { orderId: ID, caller }));
const open = (token: string) => world.deps.db.tx((tx) => redeemHandover(world.deps, tx, token));
const made = async () => {
  const handover = await make(guest({ heldOrders: [ID] }));
  if (!handover.ok) throw new Error('no code was made');
  return handover.value;
};

it('is created only by callers with access to the order, and stored as a hash', async () => {
  const key = orderTokenOf(world.deps, ID);
  expect((await make(guest({ orderToken: key }))).ok).toBe(true);
  const stranger = { refusals: [{ code: 'not_found' }] };
  expect(await make(guest({}))).toMatchObject(stranger);
  expect(await make(guest({ heldOrders: ['another0order0000000'], orderToken: `${key}x` }))).toMatchObject(stranger);
  const { token } = await made();
  expect(token).toMatch(/^[\w-]{32}$/);
  const rows = await world.deps.db.many(AnyRow, sql`select * from order_handovers`);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('opens the order once under concurrent use, and is written to the order’s history', async () => {
  const { token, id } = await made();
  const opened = await Promise.all(Array.from({ length: 20 }, () => open(token)));
  expect(opened.filter(({ ok }) => ok)).toHaveLength(1);
  expect(opened.find(({ ok }) => !ok)).toMatchObject({ refusals: [{ code: 'invalid_token', field: 'token' }] });
  expect((await findHandover(world.deps.db, { id, orderId: ID }))?.openedAt).not.toBeNull();
  const entries = (await listHistory(world.deps, world.deps.db, ID)).filter(({ name }) => name === 'order.open_elsewhere');
  expect(entries).toMatchObject([{ kind: 'deed', actor: 'customer' }]);
});

it('expires after two minutes, and when another one is created', async () => {
  const [first, second] = [await made(), await made()];
  expect((await open(first.token)).ok).toBe(false);
  await world.pass(2 * MINUTE_MS);
  expect((await open(second.token)).ok).toBe(false);
  expect((await open('')).ok).toBe(false);
  await world.pass(2 * 60 * MINUTE_MS);
  expect(await purgeUnused(world.deps.db, world.deps.clock.now())).toBe(1);
});
