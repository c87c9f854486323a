import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { PoolRequisiteAttributes } from '#contract/office/money/pool.ts';
import type { ReceiveRequest } from '#server/adapters/rails/port.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { findOffer } from '#server/orders/queries.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { addToPool } from '#tests/make/pool.ts';
import { officePoolRoutes } from './office-routes.ts';

const POOL = '/api/office/v1/pool_requisites';
/** Number of repetitions of the race. */
const RACES = 10;
const RUB_TO_USDT = { payment_system_from_id: 'SBERRUB', payment_system_to_id: 'USDTTRC20' } as const;

let world: ManualWorld;
let office: Office;
let treasurer: Person;
beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, officePoolRoutes(world.deps));
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});
beforeEach(async () => await world.database.adminDb.run(sql`truncate pool_reservations, pool_waits, pool_requisites cascade`));

const add = async (account: string) => await addToPool(world.deps, world.roubles, { values: { account } });
/** An order with an assigned requisite that is not shown yet. */
async function placeOrder(): Promise<string> {
  const filled = await world.form(RUB_TO_USDT);
  const requester = { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' } as const;
  const made = await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, filled, requester));
  if (!made.ok) throw new Error(`refused: ${made.refusals[0]?.code}`);
  return made.value.order.id;
}
async function setRequisiteState(id: string, state: 'frozen' | 'retired') {
  const found = (await treasurer.send<PoolRequisiteAttributes>('GET', POOL)).rows.find((row) => row.id === id);
  const { version } = found?.attributes ?? { version: 0 };
  return await treasurer.send('POST', `${POOL}/${id}/state`, { version, state, reason: 'the bank asks' });
}
const shownAccountOf = async (id: string) => (await findOffer(world.deps.db, id))?.fields[0]?.value;

test.each(['frozen', 'retired'] as const)(
  'a requisite that is %s between assigning and showing is not shown: the order gets another one',
  async (state) => {
    const first = await add('4000000001');
    const order = await placeOrder();
    await add('4000000002');
    expect((await setRequisiteState(first, state)).status).toBe(200);
    await prepareRequisites(world.deps, order);
    expect(await shownAccountOf(order)).toBe('4000000002');
  },
);

test('without another requisite the order ends with its reason, and nothing is shown', async () => {
  const first = await add('4000000001');
  const order = await placeOrder();
  await setRequisiteState(first, 'frozen');
  await prepareRequisites(world.deps, order);
  expect(await shownAccountOf(order)).toBeUndefined();
  expect(await world.read(order)).toMatchObject({ status: 'cancelled', reason: 'no_requisites', hold: null });
});

test('if freezing and showing are concurrent, either comes first, and the order holds the requisite that it shows', async () => {
  for (let race = 0; race < RACES; race += 1) {
    await world.database.adminDb.run(sql`truncate pool_reservations, pool_waits, pool_requisites cascade`);
    const first = await add('4000000001');
    const order = await placeOrder();
    await add('4000000002');
    const [frozen] = await Promise.all([
      setRequisiteState(first, 'frozen'),
      prepareRequisites(world.deps, order),
      prepareRequisites(world.deps, order),
    ]);
    expect(frozen.status).toBe(200);
    const Row = rowType({ requisite_id: col.text, state: col.text });
    const held = await world.database.adminDb.one(
      Row,
      sql`select requisite_id::text, state from pool_reservations where order_id = ${order}`,
    );
    // In either case the order holds the requisite that it shows
    expect(held.state).toBe('held');
    expect(await shownAccountOf(order)).toBe(held.requisite_id === first ? '4000000001' : '4000000002');
  }
});

test('an offer made before its requisite was frozen is not shown afterwards', async () => {
  const first = await add('4000000001');
  const order = await placeOrder();
  await add('4000000002');
  const { rails } = world.deps;
  // The requisite is frozen after the rail's response and before the order is written
  const freezing = {
    ...world.manual,
    receive: async (request: ReceiveRequest) => {
      const answer = await world.manual.receive(request);
      if (answer.outcome === 'offered' && answer.offer.fields[0]?.value === '4000000001') await setRequisiteState(first, 'frozen');
      return answer;
    },
  };
  await prepareRequisites({ ...world.deps, rails: new Map([...rails, ['manual', freezing]]) }, order);
  expect(await shownAccountOf(order)).toBe('4000000002');
  expect((await world.read(order)).status).toBe('awaiting_payment');
});
