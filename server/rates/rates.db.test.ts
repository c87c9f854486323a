import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sql, type Tx } from '#server/platform/db/db.ts';
import type { Live } from '#server/platform/live.ts';
import { createLive } from '#server/platform/live-postgres.ts';
import { systemRandom } from '#server/platform/random.ts';
import { makePaymentSystem } from '#tests/make/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/make/database.ts';
import { addMissingPaymentSystems } from '#server/payment-systems/store.ts';
import { loadSlots } from '#server/slots/load-slots.ts';
import { reserveSlot, settleSlot } from '#server/slots/order-slots.ts';
import { findAvailableSlots } from '#server/slots/store.ts';

const logged: { event: string; fields: Readonly<Record<string, unknown>> }[] = [];
const note = (fields: Readonly<Record<string, unknown>>, event: string) => void logged.push({ event, fields });
const log = { debug: () => undefined, info: () => undefined, warn: note, error: note };
const PAIR = { incomeCode: 'USDTTRC20', outcomeCode: 'SBERRUB' };
const WAIT = { timeout: 10_000, interval: 10 };

let database: TestDatabase;
let live: Live;

async function seed(tx: Tx): Promise<void> {
  await addMissingPaymentSystems(tx, [
    makePaymentSystem({ code: 'USDTTRC20', asset: 'USDT.TRC20', scale: 6 }),
    makePaymentSystem({ code: 'SBERRUB' }),
  ]);
  await tx.run(
    sql`insert into directions (income_code, outcome_code, margin_ppm, payment_window_ms, eta_minutes)
      values ('USDTTRC20', 'SBERRUB', 0, 1, 1)`,
  );
}

/** An order that held a slot, at its end. */
const ended = (id: string, status: 'completed' | 'cancelled') => ({ id, slotId: 'its own', status });

interface SlotRange {
  readonly kind?: 'custom';
  readonly exact?: bigint;
  readonly min?: bigint;
  readonly max?: bigint;
}

async function publishSlot(range: SlotRange): Promise<string> {
  const id = systemRandom.uuid();
  const text = (amount: bigint | undefined) => amount?.toString() ?? null;
  await database.db.run(
    sql`insert into slots (id, income_code, outcome_code, kind, outcome_amount, min_outcome_amount, max_outcome_amount, eta_minutes)
      values (${id}, 'USDTTRC20', 'SBERRUB', ${range.kind ?? (range.exact === undefined ? 'accelerated' : 'express')},
        ${text(range.exact)}, ${text(range.min)}, ${text(range.max)}, 3)`,
  );
  return id;
}

beforeAll(async () => {
  database = await createTestDatabase({ connections: 20 });
  await database.db.tx(seed);
  live = createLive({ url: database.url, log });
  await live.start();
});
afterEach(async () => {
  logged.length = 0;
  await database.db.run(sql`delete from slots`);
  await database.db.run(sql`delete from rate_snapshots`);
});
afterAll(async () => {
  await live.stop();
  await database.drop();
});

const minutes = ({ etaMinutes }: { readonly etaMinutes: number }): number => etaMinutes;

const hold = (slotId: string, orderId: string, outcomeAmount: bigint) =>
  database.db.tx((tx) => reserveSlot({ live }, tx, { ...PAIR, slotId, orderId, outcomeAmount, minutes }));

describe('reserving a slot', () => {
  it('succeeds for exactly one of many orders', async () => {
    const id = await publishSlot({ exact: 5_000_000n });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => hold(id, `order-${i}`, 5_000_000n)));
    expect(answers.filter((answer) => answer.ok)).toEqual([{ ok: true, value: { kind: 'express', minutes: 3 } }]);
    expect(await findAvailableSlots(database.db)).toEqual([]);
  });

  it('offers the next best slot if it is no longer available', async () => {
    const [gone, near] = [await publishSlot({ exact: 5_000_000n }), await publishSlot({ exact: 5_500_000n })];
    await publishSlot({ exact: 9_000_000n });
    await hold(gone, 'first', 5_000_000n);
    expect(await hold(gone, 'second', 5_000_000n)).toEqual({
      ok: false,
      refusals: [
        {
          code: 'slot_unavailable',
          field: 'slot_id',
          meta: {
            next_slot: {
              id: near,
              kind: 'express',
              outcome_amount: '55000',
              min_outcome_amount: null,
              max_outcome_amount: null,
              eta_minutes: 3,
            },
          },
        },
      ],
    });
  });

  it('refuses another amount, another pair, an unknown id and an invalid id', async () => {
    const [exact, range] = [await publishSlot({ exact: 500n }), await publishSlot({ min: 100n, max: 200n })];
    for (const [id, amount] of [
      [exact, 501n],
      [range, 99n],
      [range, 201n],
      [systemRandom.uuid(), 500n],
      ["'; --", 500n],
      ['', 500n],
    ] as const) {
      expect(await hold(id, 'order', amount)).toMatchObject({ ok: false, refusals: [{ code: 'slot_unavailable' }] });
    }
    const other = database.db.tx((tx) =>
      reserveSlot({ live }, tx, {
        incomeCode: 'SBERRUB',
        outcomeCode: 'USDTTRC20',
        slotId: exact,
        orderId: 'order',
        outcomeAmount: 500n,
        minutes,
      }),
    );
    expect(await other).toMatchObject({ ok: false });
    expect((await hold(range, 'order', 200n)).ok).toBe(true);
  });

  it('does not consume the ordinary slot, which still refuses amounts it does not serve', async () => {
    const id = await publishSlot({ kind: 'custom', min: 100n, max: 200n });
    const orders = Array.from({ length: 5 }, (_, i) => `ordinary-${i}`);
    const answers = await Promise.all(orders.map((order) => hold(id, order, 150n)));
    expect(answers.filter((answer) => !answer.ok)).toEqual([]);
    await database.db.tx(async (tx) => {
      for (const order of orders) await settleSlot({ live }, tx, ended(order, 'completed'));
    });
    expect((await findAvailableSlots(database.db)).map((slot) => slot.id)).toEqual([id]);
    expect(await hold(id, 'order', 201n)).toMatchObject({ ok: false, refusals: [{ code: 'slot_unavailable' }] });
    await database.db.run(sql`update slots set state = 'withdrawn' where id = ${id}`);
    expect(await hold(id, 'order', 150n)).toMatchObject({ ok: false, refusals: [{ code: 'slot_unavailable' }] });
  });

  it('is undone by a rollback or a release, but not after the slot was consumed', async () => {
    const id = await publishSlot({ exact: 500n });
    const broken = database.db.tx(async (tx) => {
      await reserveSlot({ live }, tx, { ...PAIR, slotId: id, orderId: 'broken', outcomeAmount: 500n, minutes });
      throw new Error('rolled back');
    });
    await expect(broken).rejects.toThrow('rolled back');
    expect((await hold(id, 'first', 500n)).ok).toBe(true);
    await database.db.tx((tx) => settleSlot({ live }, tx, ended('another', 'cancelled')));
    expect((await hold(id, 'second', 500n)).ok).toBe(false);
    await database.db.tx((tx) => settleSlot({ live }, tx, ended('first', 'cancelled')));
    await database.db.tx((tx) => settleSlot({ live }, tx, ended('first', 'cancelled')));
    expect((await hold(id, 'second', 500n)).ok).toBe(true);
    await database.db.tx((tx) => settleSlot({ live }, tx, ended('second', 'completed')));
    await database.db.tx((tx) => settleSlot({ live }, tx, ended('second', 'cancelled')));
    expect((await hold(id, 'third', 500n)).ok).toBe(false);
  });

  it('notifies every process', async () => {
    const id = await publishSlot({ exact: 500n });
    const board = loadSlots({ db: database.db, live, log });
    await board.start();
    expect(board.of('USDTTRC20', 'SBERRUB').map((slot) => slot.id)).toEqual([id]);
    expect(board.of('SBERRUB', 'USDTTRC20')).toEqual([]);
    await hold(id, 'order', 500n);
    await vi.waitFor(() => expect(board.of('USDTTRC20', 'SBERRUB')).toEqual([]), WAIT);
    board.stop();
  });
});
