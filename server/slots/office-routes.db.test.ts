import { col, rowType, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeAttributes, ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import type { OfficeSlotRuleAttributes } from '#contract/office/catalogue/slot-rules.ts';
import type { OfficeSlotAttributes } from '#contract/office/catalogue/slots.ts';
import { officeChangeRoutes } from '#server/changes/office-routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { applySlotRules } from './apply-slot-rules.ts';
import { officeSlotRoutes, officeSlotRuleRoutes } from './office-routes.ts';

const SLOTS = '/api/office/v1/slots';
const PAIR = { income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB', eta_minutes: 3 };

const FreeRow = rowType({ free: col.text });
const CountRow = rowType({ count: col.number });

let world: World;
let office: Office;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  const routes = [...officeSlotRoutes(world.deps), ...officeSlotRuleRoutes(world.deps), ...officeChangeRoutes(world.deps)];
  office = await createOffice(world, routes);
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const publish = (attributes: object) => treasurer.send<OfficeSlotAttributes>('POST', SLOTS, { ...PAIR, ...attributes });
const listed = async (query = '') => (await treasurer.send('GET', `${SLOTS}${query}`)).rows.map((row) => row.id);

test('an express slot has one exact amount, others a range; both are listed and can be withdrawn once', async () => {
  const express = await publish({ kind: 'express', outcome_amount: '5000' });
  expect(express.status).toBe(201);
  expect(express.one.attributes).toMatchObject({ outcome_amount: '5000', min_outcome_amount: null, state: 'available', premium_ppm: 0 });
  expect(express.one.attributes).toMatchObject({ income_currency_iso_code: 'USDT', outcome_name: expect.stringMatching(/\S/) as string });
  // The premium makes the rate worse for the customer
  const costly = await publish({ kind: 'express', outcome_amount: '5000', premium_ppm: 20_000 });
  expect(Number(costly.one.attributes.rate)).toBeLessThan(Number(express.one.attributes.rate));
  expect((await treasurer.send('DELETE', `${SLOTS}/${costly.one.id}`)).status).toBe(200);
  const range = await publish({ kind: 'accelerated', min_outcome_amount: '1 000', max_outcome_amount: '9000,50', premium_ppm: 2_000 });
  expect(range.one.attributes).toMatchObject({ outcome_amount: null, min_outcome_amount: '1000', max_outcome_amount: '9000.5' });
  expect(await listed()).toEqual(expect.arrayContaining([express.one.id, range.one.id]));
  expect(await listed('?kind=accelerated&state=available&by_rule=no&q=sber&sort=-premium_ppm')).toEqual([range.one.id]);
  for (const none of ['?state=held', '?by_rule=yes', '?q=btc']) expect(await listed(none)).toEqual([]);
  const withdraw = () => treasurer.send<OfficeSlotAttributes>('DELETE', `${SLOTS}/${express.one.id}`);
  expect((await withdraw()).one.attributes.state).toBe('withdrawn');
  expect((await withdraw()).error.code).toBe('slot_unavailable');
  expect(await listed()).not.toContain(express.one.id);
});

test('a held slot cannot be withdrawn', async () => {
  const { one: slot } = await publish({ kind: 'express', outcome_amount: '700' });
  await world.deps.db.run(sql`update slots set state = 'held', order_id = 'some' where id = ${slot.id}`);
  expect((await treasurer.send('DELETE', `${SLOTS}/${slot.id}`)).status).toBe(409);
  expect(await listed()).toContain(slot.id);
});

test('an invalid slot is refused with its field', async () => {
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
  const { error: reversed } = await publish({ kind: 'accelerated', min_outcome_amount: '10', max_outcome_amount: '9' });
  expect(reversed.detail).toContain('“From”');
  expect((await treasurer.send('DELETE', `${SLOTS}/nothing`)).status).toBe(404);
});

test('support can list slots and not change them', async () => {
  const support = await office.person('support');
  expect((await support.send('GET', SLOTS)).status).toBe(200);
  expect((await support.send('POST', SLOTS, { ...PAIR, kind: 'express', outcome_amount: '5' })).status).toBe(403);
});

const RULE = {
  incomeCode: 'USDTTRC20',
  outcomeCode: 'SBERRUB',
  outcomeAmount: '2500000',
  count: 3,
  premiumPpm: 2_000,
  etaMinutes: 4,
  enabled: true,
};
const KEY = 'USDTTRC20>SBERRUB>2500000';
const change = (items: readonly Omit<ChangeItemDocument, 'entity'>[], person = treasurer) =>
  person.send<ChangeAttributes>('POST', '/api/office/v1/changes', {
    items: items.map((item) => ({ entity: 'slot_rule', ...item })),
    note: 'why',
  });
const ruleNow = async () => (await treasurer.send<OfficeSlotRuleAttributes>('GET', '/api/office/v1/slot_rules')).rows[0]?.attributes;
const ofRule = async () => (await treasurer.send<OfficeSlotAttributes>('GET', SLOTS)).rows.filter(({ attributes }) => attributes.by_rule);

test('a rule changes through `changes`: validated as a whole, a large premium needs two people', async () => {
  const cases: [object, string][] = [
    [{ outcomeAmount: '0' }, 'outcomeAmount'],
    [{ outcomeAmount: '25.5' }, 'outcomeAmount'],
    [{ outcomeAmount: '900' }, 'outcomeAmount'],
    [{ count: 21 }, 'count'],
    [{ premiumPpm: -1 }, 'premiumPpm'],
    [{ etaMinutes: 0 }, 'etaMinutes'],
    [{ outcomeCode: 'NOPE' }, 'outcomeCode'],
  ];
  for (const [given, member] of cases) {
    const after = { ...RULE, ...given };
    const key = `${after.incomeCode}>${after.outcomeCode}>${after.outcomeAmount}`;
    const refused = await change([{ key, before: null, after }]);
    const status = member === 'outcomeCode' ? 404 : 422;
    expect([refused.status, refused.error.source?.pointer]).toEqual([status, `/data/attributes/items/0/after/${member}`]);
  }
  const other = await change([{ key: 'USDTTRC20>SBERRUB>1', before: null, after: RULE }]);
  expect(other.error.source?.pointer).toBe('/data/attributes/items/0/key');
  expect((await change([{ key: KEY, before: null, after: RULE }], await office.person('support'))).status).toBe(403);
  const dear = await change([{ key: KEY, before: null, after: { ...RULE, premiumPpm: 25_000 } }]);
  expect(dear.one.attributes).toMatchObject({ state: 'waiting', guards: [{ guard: 'rate_off_market' }] });
});

test('a rule keeps its slots open from free funds, beside slots published by hand, and withdraws them when removed', async () => {
  const { db } = world.deps;
  const byHand = (await publish({ kind: 'express', outcome_amount: '25000' })).one.id;
  expect((await change([{ key: KEY, before: null, after: RULE }])).one.attributes.state).toBe('applied');
  // Several processes at the same moment, and again
  const done = await Promise.all(Array.from({ length: 8 }, () => applySlotRules(world.deps)));
  expect(done.reduce((sum, { opened }) => sum + opened, 0)).toBe(3);
  expect(await applySlotRules(world.deps)).toEqual({ opened: 0, withdrawn: 0 });
  expect(await ruleNow()).toMatchObject({ outcome_amount: '25000', open_count: 3, held_count: 0, state: 'full' });
  const [taken] = await ofRule();
  expect(taken?.attributes).toMatchObject({ outcome_amount: '25000', premium_ppm: 2_000, eta_minutes: 4, kind: 'express' });
  await db.run(sql`update slots set state = 'held', order_id = 'another' where id = ${taken?.id ?? ''}`);
  expect(await applySlotRules(world.deps)).toEqual({ opened: 1, withdrawn: 0 });
  expect(await ruleNow()).toMatchObject({ open_count: 3, held_count: 1 });
  // The order has ended without payout: one slot too many
  await db.run(sql`update slots set state = 'available', order_id = null where id = ${taken?.id ?? ''}`);
  expect(await applySlotRules(world.deps)).toEqual({ opened: 0, withdrawn: 1 });
  // Slots published by hand count against the reserve and stay: enough is left for one slot of the rule
  const promised = sql`select coalesce(sum(outcome_amount), 0)::text as free from slots
    where state = 'available' and outcome_code like 'SB%' and rule_key is null`;
  const hand = BigInt((await db.one(FreeRow, promised)).free);
  await db.run(sql`
    update payment_systems set reserve_buffer = (select posted - held from reserves
      where wallet = 'SBERRUB') - ${String(hand + 2_600_000n)}::numeric
    where code = 'SBPRUB'`);
  expect(await applySlotRules(world.deps)).toEqual({ opened: 0, withdrawn: 2 });
  expect(await ruleNow()).toMatchObject({ open_count: 1, state: 'short' });
  await db.run(sql`update payment_systems set reserve_buffer = 0 where code = 'SBPRUB'`);
  expect(await applySlotRules(world.deps)).toEqual({ opened: 2, withdrawn: 0 });
  const rows = await db.one(CountRow, sql`select count(*)::int as count from slots where rule_key = ${KEY}`);
  expect(rows.count).toBe(4);
  expect((await change([{ key: KEY, before: { count: 3, premiumPpm: 2_000 }, after: { count: 1, premiumPpm: 0 } }])).status).toBe(201);
  await applySlotRules(world.deps);
  expect((await ofRule()).map(({ attributes }) => attributes.premium_ppm)).toEqual([0]);
  expect((await change([{ key: KEY, before: { ...RULE, count: 1, premiumPpm: 0 }, after: null }])).status).toBe(201);
  expect(await applySlotRules(world.deps)).toEqual({ opened: 0, withdrawn: 1 });
  expect(await ofRule()).toEqual([]);
  expect(await listed()).toContain(byHand);
});
