import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OfficeSlotAttributes } from '#contract/office-slots.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeSlotRoutes } from './office-routes.ts';

const SLOTS = '/api/office/v1/slots';
const PAIR = { income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB', eta_minutes: 3 };

let world: World;
let office: Office;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, officeSlotRoutes(world.deps));
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const publish = (attributes: object) => treasurer.send<OfficeSlotAttributes>('POST', SLOTS, { ...PAIR, ...attributes });
const listed = async () => (await treasurer.send('GET', SLOTS)).rows.map((row) => row.id);

test('an express slot has one exact amount, the others a range; both are seen and can be withdrawn once', async () => {
  const express = await publish({ kind: 'express', outcome_amount: '5000' });
  expect(express.status).toBe(201);
  expect(express.one.attributes).toMatchObject({ outcome_amount: '5000', min_outcome_amount: null, state: 'available', premium_ppm: 0 });
  const range = await publish({ kind: 'accelerated', min_outcome_amount: '1 000', max_outcome_amount: '9000,50', premium_ppm: 2_000 });
  expect(range.one.attributes).toMatchObject({ outcome_amount: null, min_outcome_amount: '1000', max_outcome_amount: '9000.5' });
  expect(await listed()).toEqual(expect.arrayContaining([express.one.id, range.one.id]));
  const withdraw = () => treasurer.send<OfficeSlotAttributes>('DELETE', `${SLOTS}/${express.one.id}`);
  expect((await withdraw()).one.attributes.state).toBe('withdrawn');
  expect((await withdraw()).error.code).toBe('slot_unavailable');
  expect(await listed()).not.toContain(express.one.id);
});

test('a slot that an order holds stays', async () => {
  const { one: slot } = await publish({ kind: 'express', outcome_amount: '700' });
  await world.deps.db.run(sql`update slots set state = 'held', order_id = 'some' where id = ${slot.id}`);
  expect((await treasurer.send('DELETE', `${SLOTS}/${slot.id}`)).status).toBe(409);
  expect(await listed()).toContain(slot.id);
});

test('what makes no slot is refused at its place', async () => {
  const cases: [object, string, string][] = [
    [{ kind: 'express' }, 'required', 'outcome_amount'],
    [{ kind: 'express', outcome_amount: '0' }, 'not_allowed_amount', 'outcome_amount'],
    [{ kind: 'express', outcome_amount: '1e3' }, 'not_allowed_amount', 'outcome_amount'],
    [{ kind: 'accelerated', min_outcome_amount: '10' }, 'required', 'max_outcome_amount'],
    [{ kind: 'accelerated', min_outcome_amount: '10', max_outcome_amount: '9' }, 'not_allowed_amount', 'max_outcome_amount'],
    [
      { kind: 'express', outcome_amount: '5', outcome_payment_system_id: 'USDTTRC20' },
      'direction_unavailable',
      'outcome_payment_system_id',
    ],
  ];
  for (const [attributes, code, field] of cases) {
    const { error } = await publish(attributes);
    expect(error).toMatchObject({ code, source: { pointer: `/data/attributes/${field}` } });
  }
  expect((await treasurer.send('DELETE', `${SLOTS}/nothing`)).status).toBe(404);
});

test('support reads slots and changes none', async () => {
  const support = await office.person('support');
  expect((await support.send('GET', SLOTS)).status).toBe(200);
  expect((await support.send('POST', SLOTS, { ...PAIR, kind: 'express', outcome_amount: '5' })).status).toBe(403);
});
