import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeOrderRoutes } from './office-routes.ts';

let world: World;
let office: Office;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeOrderRoutes(world.deps));
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const urlOf = (id: string, rest = '') => `/api/office/v1/orders/${id}${rest}`;
const historyOf = async (person: Person, id: string) => (await person.send<OfficeOrderAttributes>('GET', urlOf(id))).one.attributes.history;

test('one history has moves, leases, notes, mails and a returned surplus, each with its note', async () => {
  const [mara, otto] = [await office.person('cashier', 'Mara'), await office.person('cashier', 'Otto')];
  const order = await world.order();
  await mara.send('POST', urlOf(order.id, '/claim'));
  await mara.send('POST', urlOf(order.id, '/claim'));
  expect((await otto.send('POST', urlOf(order.id, '/claim'))).error.code).toBe('lease_held');
  expect((await otto.send('POST', urlOf(order.id, '/notes'), { note: ' called him: pays tonight ' })).status).toBe(200);
  await mara.send('DELETE', urlOf(order.id, '/claim'));
  await world.deposit(order);
  await world.drain();
  // Together above the first limit: the first surplus is returned automatically, the next one by an operator
  await world.deposit(order, { externalId: `second-${order.id}`, amount: 600_000_000n });
  await world.drain();
  await world.deposit(order, { externalId: `third-${order.id}`, amount: 600_000_000n });
  const { version } = await world.read(order.id);
  await mara.send('POST', urlOf(order.id, '/surplus_returns'), { version, note: 'sent to his card' });
  const email = (id: string, sent: Date | null, topic = 'completed') =>
    world.database.adminDb.run(sql`
      insert into letters (id, recipient, subjects, topic, locale, letter_sealed, created_at, sent_at)
      values (${id}, 'a@example.org', ${[order.id]}, ${topic}, 'ru', ${Buffer.from('x')}, ${new Date(world.deps.clock.now())}, ${sent})`);
  await email('one', new Date(world.deps.clock.now()));
  await email('two', null);
  // An e-mail about the new destination, which is no state of an order
  await email('three', null, 'corrected');

  const history = await historyOf(mara, order.id);
  const line = (kind: string, name: string) => history.filter((event) => event.kind === kind && event.name === name);
  expect(line('move', 'create')).toHaveLength(1);
  expect(line('deed', 'order.claim')).toMatchObject([{ actor: 'operator', actor_name: 'Mara' }]);
  expect(line('deed', 'order.release')).toMatchObject([{ actor_name: 'Mara' }]);
  expect(line('deed', 'order.note')).toMatchObject([{ actor_name: 'Otto', note: 'called him: pays tonight' }]);
  expect(line('deed', 'order.return_surplus')).toMatchObject([{ amount: '600', currency_iso_code: 'USDT', note: 'sent to his card' }]);
  expect(line('mail', 'sent')).toMatchObject([{ status: 'completed' }]);
  expect(line('mail', 'waiting').map(({ status, actor }) => [status, actor])).toEqual(
    expect.arrayContaining([
      ['completed', 'system'],
      [null, 'operator'],
    ]),
  );
  expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).toSorted());
  expect(JSON.stringify(history)).not.toContain('sealed');
});

test('a move is in the history once, with its note; a note needs text, a role and an order', async () => {
  const cashier = await office.person('cashier');
  const order = await world.order();
  await cashier.send('POST', urlOf(order.id, '/claim'));
  const moved = (await historyOf(cashier, order.id)).filter(({ kind }) => kind === 'move');
  expect(new Set(moved.map(({ name }) => name)).size).toBe(moved.length);
  expect((await cashier.send('POST', urlOf(order.id, '/notes'), { note: '  ' })).error).toMatchObject({ code: 'required' });
  expect((await (await office.person('auditor')).send('POST', urlOf(order.id, '/notes'), { note: 'x' })).status).toBe(403);
  expect((await cashier.send('POST', urlOf('nothing', '/notes'), { note: 'x' })).status).toBe(404);
});
