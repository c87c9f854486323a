import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { IncidentAttributes } from '#contract/office/shop/incidents.ts';
import { MINUTE_MS } from '#core/time.ts';
import { alarmUnknown } from '#server/payouts/jobs.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeIncidentRoutes } from './office-routes.ts';
import { raiseIncident } from './raise-incident.ts';

const INCIDENTS = '/api/office/v1/incidents';

let world: World;
let office: Office;
let cashier: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeIncidentRoutes(world.deps));
  cashier = await office.person('cashier');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const raise = async (subject: string, detail = {}) =>
  await world.deps.db.tx(async (tx) => await raiseIncident(world.deps, tx, { kind: 'clock_skew', subject, detail }));
const openOf = async (subject: string) =>
  (await cashier.send<IncidentAttributes>('GET', `${INCIDENTS}?filter[state]=open`)).rows.filter(
    (row) => row.attributes.subject === subject,
  );

test('an incident raised again while open is counted, and alarms once', async () => {
  const sounded: string[] = [];
  const log = { ...world.deps.log, error: (_fields: object, event: string) => void sounded.push(event) };
  const again = async () =>
    await world.deps.db.tx(
      async (tx) => await raiseIncident({ ...world.deps, log }, tx, { kind: 'audit_failed', subject: 'x', detail: { at: 1 } }),
    );
  await Promise.all([again(), again(), again()]);
  const [row, ...others] = await openOf('x');
  expect(others).toEqual([]);
  expect(row?.attributes).toMatchObject({ kind: 'audit_failed', times: 3, detail: { at: 1 }, closed_at: null, note: null });
  expect(sounded).toEqual(['incident']);
});

test('each cause of a subject alarms once, beside the others', async () => {
  const sounded: string[] = [];
  const log = { ...world.deps.log, error: (_fields: object, event: string) => void sounded.push(event) };
  const again = async (...causes: string[]) => {
    const incident = { kind: 'audit_failed', subject: 'sums', detail: {}, causes } as const;
    await world.deps.db.tx(async (tx) => await raiseIncident({ ...world.deps, log }, tx, incident));
    return sounded.length;
  };
  expect(await again('order 1')).toBe(1);
  expect(await again('order 1')).toBe(1);
  expect(await again('order 1', 'order 2')).toBe(2);
  expect(await again('order 1')).toBe(2);
  expect(await again('order 2')).toBe(3);
});

test('closing needs a note, is logged, happens once and hides nothing', async () => {
  await raise('a-process', { ms: 3000 });
  const [row] = await openOf('a-process');
  const close = async (person: Person, note: string) =>
    await person.send<IncidentAttributes>('POST', `${INCIDENTS}/${row?.id}/close`, { note });
  expect(await close(cashier, '  ')).toMatchObject({ status: 422, error: { code: 'required' } });
  const closed = await close(cashier, 'time service restarted');
  expect(closed.one.attributes).toMatchObject({ closed_by: 'cashier', note: 'time service restarted' });
  expect(await close(cashier, 'once more')).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
  expect(await openOf('a-process')).toEqual([]);
  const lines = await world.deps.db.many(
    AnyRow,
    sql`select actor_id, detail from audit_log where action = 'close_incident' and subject_id = ${row?.id}`,
  );
  expect(lines).toEqual([
    { actor_id: cashier.id, detail: { kind: 'clock_skew', subject: 'a-process', times: 1, words_digest: expect.any(String) } },
  ]);
  await raise('a-process');
  expect(await openOf('a-process')).toHaveLength(1);
});

test('roles are checked: support reads, customers and guests see nothing', async () => {
  await raise('seen-by');
  const [row] = await openOf('seen-by');
  const support = await office.person('support');
  expect((await support.send('GET', INCIDENTS)).status).toBe(200);
  // The list can be filtered by one subject
  const named = await support.send<IncidentAttributes>('GET', `${INCIDENTS}?state=open&subject=seen-by`);
  expect(named.rows.map(({ attributes }) => attributes.subject)).toEqual(['seen-by']);
  expect(await support.send('POST', `${INCIDENTS}/${row?.id}/close`, { note: 'x' })).toMatchObject({ status: 403 });
  expect((await (await office.person('customer')).send('GET', INCIDENTS)).status).toBe(403);
  expect((await office.guest.send('GET', INCIDENTS)).status).toBe(401);
  expect(await cashier.send('POST', `${INCIDENTS}/nothing/close`, { note: 'x' })).toMatchObject({ status: 404 });
});

test('a payout that is unknown for ten minutes alarms once', async () => {
  const order = await world.order();
  world.rail.script.push({ outcome: 'unknown', reason: 'no answer' });
  await world.deposit(order);
  await world.drain();
  const payout = await world.deps.db.one(as<{ id: string }>(), sql`select id from payouts where order_id = ${order.id}`);
  await world.pass(9 * MINUTE_MS);
  await alarmUnknown(world.deps);
  expect(await openOf(payout.id)).toEqual([]);
  await world.pass(MINUTE_MS);
  await alarmUnknown(world.deps);
  await alarmUnknown(world.deps);
  const [row, ...others] = await openOf(payout.id);
  expect(others).toEqual([]);
  expect(row?.attributes).toMatchObject({ kind: 'payout_unknown', detail: { order_id: order.id, purpose: 'payout', reason: 'no answer' } });
});
