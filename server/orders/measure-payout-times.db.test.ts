import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '#core/time.ts';
import { systemRandom } from '#server/platform/random.ts';
import { exchangeTimeOf, keepPayoutTimes } from '#server/rates/payout-time.ts';
import { makeDirection } from '#tests/make/catalogue.ts';
import { makeOrder } from '#tests/make/order.ts';
import { rowsRead } from '#tests/make/rows-read.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { measurePayoutTimes } from './measure-payout-times.ts';
import { insertOrder } from './store.ts';

let world: World;
beforeAll(async () => void (world = await createWorld()));
afterAll(() => world.abandon());

interface Done {
  readonly minutes: number;
  readonly slotId?: string;
  /** Age of the order. */
  readonly daysAgo?: number;
}

/** An order with this many minutes between the detected payment and the payout. */
async function complete({ minutes, slotId, daysAgo = 1 }: Done): Promise<void> {
  const [id, createdAt] = [systemRandom.publicId(20), Date.now() - daysAgo * 24 * 60 * MINUTE_MS];
  const order = makeOrder('completed', { id, createdAt, slotId: slotId ?? null, hold: null, version: 1 });
  const requisites = { sealed: Buffer.from('x'), masked: {} };
  await world.deps.db.tx(async (tx) => {
    await insertOrder(tx, {
      terms: [],
      move: 'create',
      order,
      ip: '127.0.0.1',
      incomeRequisites: requisites,
      outcomeRequisites: { ...requisites, fingerprint: Buffer.from(id) },
    });
    for (const [version, status, after] of [
      [2, 'payment_detected', 5],
      [3, 'paid', 6],
      [4, 'completed', 5 + minutes],
    ] as const) {
      await tx.run(sql`
        insert into order_events (order_id, version, move, from_status, to_status, actor, at)
        values (${id}, ${version}, 'test', 'test', ${status}, 'system', ${new Date(createdAt + after * MINUTE_MS)})`);
    }
  });
}

it('measures the median by direction and kind of slot, and nothing for too few orders', async () => {
  const slotId = systemRandom.uuid();
  await world.deps.db.run(sql`
    insert into slots (id, income_code, outcome_code, kind, outcome_amount, eta_minutes)
    values (${slotId}, 'USDTTRC20', 'SBERRUB', 'express', 900000, 2)`);
  const times = async (count: number, done: Done) => {
    for (let made = 0; made < count; made += 1) await complete(done);
  };
  await times(18, { minutes: 0.3, slotId });
  await complete({ minutes: 50, slotId });
  await times(9, { minutes: 4 });
  for (const minutes of [7.5, 7.5]) await complete({ minutes });
  await times(9, { minutes: 600 });
  // These orders are too old to be measured
  await times(12, { minutes: 1, daysAgo: 40 });
  const pair = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };
  expect(await measurePayoutTimes(world.deps.db)).toEqual([{ ...pair, kind: 'custom', medianMinutes: 8, slowMinutes: 600 }]);
  await complete({ minutes: 0.1, slotId });
  expect(await measurePayoutTimes(world.deps.db)).toEqual([
    { ...pair, kind: 'custom', medianMinutes: 8, slowMinutes: 600 },
    { ...pair, kind: 'express', medianMinutes: 1, slowMinutes: 1 },
  ]);
});

it('promises a time that nine in ten of the measured orders kept', async () => {
  const slotId = systemRandom.uuid();
  await world.deps.db.run(sql`
    insert into slots (id, income_code, outcome_code, kind, min_outcome_amount, max_outcome_amount, eta_minutes)
    values (${slotId}, 'USDTTRC20', 'SBERRUB', 'accelerated', 1, 900000, 5)`);
  const took = Array.from({ length: 20 }, (_, index) => (index + 1) * 3);
  for (const minutes of took) await complete({ minutes, slotId });
  const times = keepPayoutTimes(world.deps, async () => await measurePayoutTimes(world.deps.db));
  await times.start();
  times.stop();
  const direction = makeDirection({ incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' });
  const slot = { kind: 'accelerated', etaMinutes: 5 } as const;
  const keptIn = (most: number) => took.filter((minutes) => minutes <= most).length;
  const { etaMinutes, medianMinutes } = exchangeTimeOf(times, direction, slot);
  expect(keptIn(etaMinutes)).toBe(18);
  expect(keptIn(medianMinutes ?? 0)).toBe(10);
});

it('reads the events of the measured orders, not of older ones', async () => {
  const { id } = await world.order();
  await world.database.adminDb.run(sql`
    insert into order_events (order_id, version, move, from_status, to_status, actor, at)
    select ${id}, n, 'test', 'test', 'paid', 'system', now() from generate_series(100, 20000) n`);
  await world.database.adminDb.run(sql`vacuum analyze order_events`);
  const read = await rowsRead(world.database.adminDb, async (db) => await measurePayoutTimes(db));
  expect(read['order_events']).toBeGreaterThan(0);
  expect(read['order_events']).toBeLessThan(2_000);
});
