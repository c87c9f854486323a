import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeOrderAttributes, OfficeOrderRowAttributes } from '#contract/office/orders/order-attributes.ts';
import type { PayoutTaskAttributes } from '#contract/office/money/payout-tasks.ts';
import { MINUTE_MS } from '#core/time.ts';
import { officeOrderRoutes } from '#server/desk/office-routes.ts';
import { createManualWorld, type ManualWorld } from '#tests/make/manual-world.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { officePayoutTaskRoutes } from './office-routes.ts';

const ORDERS = '/api/office/v1/orders';
const TASKS = '/api/office/v1/payout_tasks';

let world: ManualWorld;
let office: Office;
let cashier: Person;
let other: Person;
beforeAll(async () => {
  world = await createManualWorld();
  office = await createOffice(world, [...officeOrderRoutes(world.deps), ...officePayoutTaskRoutes(world.deps)]);
  cashier = await office.person('cashier', 'cashier');
  other = await office.person('cashier', 'other');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

/** An order whose payout must be made by hand. */
async function createTask() {
  const { id } = await world.order();
  await world.deposit(await world.read(id));
  await world.drain();
  const task = (await cashier.send<PayoutTaskAttributes>('GET', TASKS)).rows.find(({ attributes }) => attributes.subject === id);
  if (!task) throw new Error('nobody is asked to pay');
  return { id, task: task.id, amount: task.attributes.amount };
}
const take = async (person: Person, task: string, body = {}) => await person.send('POST', `${TASKS}/${task}/take`, body);
/** The holders of the order and its payout, as shown to this operator in the queue and on the order page. */
async function holders(person: Person, id: string) {
  const queue = await person.send<OfficeOrderRowAttributes>('GET', `${ORDERS}?view=needs_person`);
  const inQueue = queue.rows.find((row) => row.id === id)?.attributes;
  const { attributes: page } = (await person.send<OfficeOrderAttributes>('GET', `${ORDERS}/${id}`)).one;
  expect([inQueue?.lease, inQueue?.payout_holder]).toEqual([page.lease, page.payout_holder]);
  return { order: page.lease?.holder ?? null, payout: page.payout_holder };
}

test('the holder of a manual payout is shown in the queue and on the order page while it is taken', async () => {
  const { id, task, amount } = await createTask();
  expect(await holders(other, id)).toEqual({ order: null, payout: null });
  expect((await take(cashier, task)).status).toBe(200);
  expect(await holders(other, id)).toEqual({ order: 'cashier', payout: { holder: 'cashier', is_mine: false } });
  expect(await holders(cashier, id)).toMatchObject({ payout: { holder: 'cashier', is_mine: true } });
  // The order's lease has ended; its payout is still taken
  await world.pass(2 * MINUTE_MS);
  expect(await holders(other, id)).toEqual({ order: null, payout: { holder: 'cashier', is_mine: false } });
  await cashier.send('POST', `${TASKS}/${task}/give_back`);
  expect(await holders(other, id)).toEqual({ order: null, payout: null });
  await take(other, task);
  const word = { outcome: 'sent', reference: 'A-1', reason: '', amount };
  expect((await other.send('POST', `${TASKS}/${task}/end`, word)).status).toBe(200);
  await world.tell();
  const { one } = await cashier.send<OfficeOrderAttributes>('GET', `${ORDERS}/${id}`);
  expect(one.attributes).toMatchObject({ status: 'completed', payout_holder: null });
});

test('a payout held by a colleague is refused with the name, and a take-over also claims the order', async () => {
  const { id, task } = await createTask();
  await cashier.send('POST', `${ORDERS}/${id}/claim`);
  expect(await take(other, task)).toMatchObject({ status: 409, error: { code: 'lease_held', meta: { holder: 'cashier' } } });
  expect(await holders(other, id)).toEqual({ order: 'cashier', payout: null });
  expect((await take(cashier, task)).status).toBe(200);
  expect(await take(other, task)).toMatchObject({ status: 409, error: { code: 'lease_held' } });
  const over = { take_over_note: 'he is away', former_said: 'not_sent' };
  expect((await take(other, task, over)).status).toBe(200);
  expect(await holders(cashier, id)).toEqual({ order: 'other', payout: { holder: 'other', is_mine: false } });
});
