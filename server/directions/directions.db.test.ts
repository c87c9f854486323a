import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DirectionAttributes, DirectionChangeAttributes, FeeAttributes } from '#contract/public/directions.ts';
import { createOffice, type Office, type Person } from '#tests/make/office.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { directionRoutes } from './routes.ts';

let world: World;
let office: Office;
let reader: Person;
beforeAll(async () => {
  world = await createWorld();
  office = await createOffice(world, directionRoutes(world.deps));
  reader = await office.person('auditor');
});
afterAll(async () => {
  await office.close();
  await world.close();
});

const getDirection = async (pair: string) => await reader.send<DirectionAttributes>('GET', `/api/v1/directions/${pair}`);
const changes = async () =>
  new Map(
    (await reader.send<DirectionChangeAttributes>('GET', '/api/v1/direction_changes')).rows.map((row) => [
      row.id,
      row.attributes.changed_at,
    ]),
  );

it('shows terms, limits and reserve of a direction, in any case of its codes; an unknown one is not found', async () => {
  const { attributes } = (await getDirection('usdttrc20/SBERRUB')).one;
  expect(attributes).toMatchObject({ income_payment_system_id: 'USDTTRC20', outcome_payment_system_id: 'SBERRUB', state: 'open' });
  expect(attributes).toMatchObject({ card_above: null, median_minutes: null, slow_minutes: null, denied_countries: [] });
  const { price } = attributes;
  expect(Number(price?.rate)).toBeLessThan(Number(price?.reference_rate));
  expect(Number(price?.rate) * Number(price?.inverse_rate)).toBeCloseTo(1, 9);
  expect(price).toMatchObject({ reference_rate: '90', min_income_amount: '1', steps: [], limit_reasons: { min: 'payment_system' } });
  for (const none of ['SBERRUB/SBPRUB', 'SBERRUB/NONE']) expect((await getDirection(none)).status).toBe(404);
  const listed = await reader.send<DirectionAttributes>('GET', '/api/v1/directions?payment_system_id=sberrub');
  expect(listed.rows.map(({ id }) => id).toSorted()).toEqual(['SBERRUB-USDTTRC20', 'USDTTRC20-SBERRUB']);
});

it('shows when the terms of a direction or of its systems last changed', async () => {
  const { db } = world.deps;
  const before = await changes();
  // Writing an equal value is no change
  await db.run(sql`update directions set margin_ppm = margin_ppm`);
  expect(await changes()).toEqual(before);
  await db.run(sql`update directions set eta_minutes = eta_minutes + 1 where income_code = 'SBERRUB'`);
  await db.run(sql`update payment_systems set sort = sort + 1 where code = 'SBPRUB'`);
  const now = await changes();
  const later = (id: string) => Date.parse(now.get(id) ?? '') - Date.parse(before.get(id) ?? '');
  expect(later('USDTTRC20-SBERRUB')).toBe(0);
  for (const changed of ['SBERRUB-USDTTRC20', 'USDTTRC20-SBPRUB']) expect(later(changed)).toBeGreaterThan(0);
});

it('lists the fees of every system in its own currency, from the same prices as the directions', async () => {
  const fees = new Map((await reader.send<FeeAttributes>('GET', '/api/v1/fees')).rows.map(({ id, attributes }) => [id, attributes]));
  const directions = (await reader.send<DirectionAttributes>('GET', '/api/v1/directions?payment_system_id=USDTTRC20')).rows;
  const received = directions.flatMap(({ attributes: { outcome_payment_system_id: id, price } }) =>
    id === 'USDTTRC20' && price !== null ? [price.deviation_percent] : [],
  );
  expect(received.length).toBeGreaterThan(0);
  const [system] = [fees.get('USDTTRC20')];
  expect(system).toMatchObject({ max_income_fee: '0', max_outcome_fee: '0', max_network_fee: '0' });
  expect([system?.best_deviation_percent, system?.worst_deviation_percent]).toEqual([
    received.toSorted((a, b) => Number(b) - Number(a))[0],
    received.toSorted((a, b) => Number(a) - Number(b))[0],
  ]);
  // SBPRUB is only received
  expect(fees.get('SBPRUB')).toMatchObject({ max_income_fee: null, max_outcome_fee: '0' });
});
