import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ChangeItemDocument } from '#contract/office/catalogue/changes.ts';
import type { ChangePreviewAttributes, RateGridAttributes } from '#contract/office/catalogue/rate-desk.ts';
import { officeChangeRoutes } from '#server/changes/office-routes.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { officeRateDeskRoutes } from './office-routes.ts';

const PAIR = 'USDTTRC20>SBERRUB';
let world: World;
let office: Office;
let treasurer: Person;

beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, [...officeRateDeskRoutes(world.deps), ...officeChangeRoutes(world.deps)]);
  treasurer = await office.person('treasurer');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const item = (before: object, after: object, key = PAIR): ChangeItemDocument => ({
  entity: 'direction',
  key,
  before: { ...before },
  after: { ...after },
});
const preview = async (body: object, person = treasurer) =>
  await person.send<ChangePreviewAttributes>('POST', '/api/office/v1/changes/preview', body);

test('the grid has every direction with its settings and the rate it publishes', async () => {
  const { one } = await treasurer.send<RateGridAttributes>('GET', '/api/office/v1/rate_grid');
  const { systems, rows } = one.attributes;
  const row = rows.find(([income, outcome]) => `${systems[income]?.code}>${systems[outcome]?.code}` === PAIR);
  expect(rows).toHaveLength(3);
  expect(row?.slice(2)).toEqual([true, 'fixed', 10_000, 0, 0, '0', '0', null, null, null, '89.1', '-1.00']);
});

test('the grid shows a change before this process was notified', async () => {
  const shown = async () => {
    const { one } = await treasurer.send<RateGridAttributes>('GET', '/api/office/v1/rate_grid');
    const { systems, rows } = one.attributes;
    return rows.find(([income, outcome]) => `${systems[income]?.code}>${systems[outcome]?.code}` === PAIR)?.[4];
  };
  const [from, to] = PAIR.split('>');
  const set = async (margin: number) =>
    await world.deps.db.run(sql`update directions set margin_ppm = ${margin} where income_code = ${from} and outcome_code = ${to}`);
  await set(20_000);
  expect(await shown()).toBe(20_000);
  await set(10_000);
  expect(await shown()).toBe(10_000);
});

test('a preview shows rates, lines of the file and earnings before and after, and changes nothing', async () => {
  const order = await world.order();
  await world.deposit(order);
  await world.drain();
  expect((await world.read(order.id)).status).toBe('completed');
  const { one } = await preview({ items: [item({ marginPpm: 10_000 }, { marginPpm: 20_000 })] });
  expect(one.attributes).toMatchObject({ item_count: 1, needs_second_person: false, guards: [], direction_count: 1 });
  const [moved] = one.attributes.directions;
  expect([moved?.before?.rate, moved?.after?.rate]).toEqual(['89.1', '88.2']);
  expect(moved).toMatchObject({ income_currency_iso_code: 'USDT', outcome_currency_iso_code: 'RUB' });
  expect([moved?.before?.deviation_percent, moved?.after?.deviation_percent]).toEqual(['-1.00', '-2.00']);
  expect(moved?.before?.file.join()).toContain('<out>89.1</out>');
  expect(moved?.after?.file.join()).toContain('<out>88.2</out>');
  // 100 USDT at 1 % and at 2 %
  expect(one.attributes.earnings).toEqual({ orders: 1, before: '1', after: '2' });
  expect((await world.deps.changes.entities.direction.read(world.deps.db, [PAIR])).get(PAIR)?.['marginPpm']).toBe(10_000);
});

test('a preview shows what needs a second person, what is invalid and what was changed since', async () => {
  const beyond = await preview({ items: [item({ marginPpm: 10_000 }, { marginPpm: -1 })] });
  expect(beyond.one.attributes).toMatchObject({
    needs_second_person: true,
    guards: [{ position: 0, key: PAIR, guard: 'margin_below_zero', value: '-0.0001' }],
  });
  // Existing money that would be priced differently
  const repriced = { entity: 'payment_system', key: 'USDTTRC20', before: { marketSymbol: 'USDT' }, after: { marketSymbol: 'RUB' } };
  expect((await preview({ items: [repriced] }, await office.person('owner'))).one.attributes).toMatchObject({
    guards: [{ key: 'USDTTRC20', guard: 'rate_off_market', value: expect.stringMatching(/^-9[89]\./) }],
  });
  const wrong = await preview({
    items: [item({ etaMinutes: 0 }, { etaMinutes: 1 }), item({ marginPpm: 10_000 }, { marginPpm: 2e6 }, 'SBERRUB>USDTTRC20')],
  });
  expect(wrong).toMatchObject({ error: { code: 'edit_conflict', source: { pointer: '/data/attributes/items/0/after/etaMinutes' } } });
  expect(await preview({ items: [] })).toMatchObject({ status: 422, error: { code: 'required' } });
  const cashier = await office.person('cashier');
  expect(await preview({ items: [item({ marginPpm: 10_000 }, { marginPpm: 1 })] }, cashier)).toMatchObject({ status: 403 });
});

test('disabling a direction removes it from the file, and a roll-back is previewed like a change', async () => {
  const off = [item({ enabled: true }, { enabled: false })];
  const { one } = await preview({ items: off });
  expect(one.attributes.directions[0]).toMatchObject({ after: { rate: null, file: [] } });
  const made = await treasurer.send('POST', '/api/office/v1/changes', { items: off, note: 'off' });
  const back = await preview({ rolls_back: made.one.id });
  expect(back.one.attributes.item_count).toBe(1);
  expect(await preview({ rolls_back: 'nothing' })).toMatchObject({ status: 404 });
});
