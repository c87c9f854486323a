import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OfficeOrderAttributes } from '#contract/office/orders/order-attributes.ts';
import type { Order } from '#core/order/order.ts';
import type { Rail } from '#server/adapters/rails/port.ts';
import { claimPoll } from '#server/payouts/store.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { createPayoutDesk, EVIDENCE, ORDERS, type PayoutDesk } from '#tests/make/payout-desk.ts';
import type { World } from '#tests/make/world.ts';

let desk: PayoutDesk;
let world: World;

beforeAll(async () => {
  desk = await createPayoutDesk();
  ({ world } = desk);
});
beforeEach(() => setRail(world.rail));
afterEach(async () => expect(await world.audit()).toEqual([]));
afterAll(async () => await desk.close());

const setRail = (rail: Rail) => (world.deps.rails as Map<string, Rail>).set('test', rail);

async function act(id: string, path: string, attributes: object) {
  await desk.cashier.send('POST', `${ORDERS}/${id}/claim`);
  const { version } = await desk.detail(id);
  return await desk.cashier.send<OfficeOrderAttributes>('POST', `${ORDERS}/${id}/${path}`, { version, ...attributes });
}

async function unknownPayout(): Promise<Order> {
  const order = await world.order();
  world.rail.script.push({ outcome: 'unknown', reason: 'silence' });
  await world.deposit(order);
  await world.drain();
  return await world.read(order.id);
}

const payoutOf = async (id: string) => (await desk.detail(id)).payouts.at(-1) ?? { id: '', amount: '' };

describe('an unknown payout that its rail may still send', () => {
  it('is not polled between the withdrawal by its rail and the stored end', async () => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const { database, deps } = world;
    const isWaiting = async () =>
      (
        await database.adminDb.many(
          AnyRow,
          sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%asking_until%'`,
        )
      ).length > 0;
    let poll: Promise<Date | undefined> | undefined;
    let isPolled = false;
    const withdrawPayout = async () => {
      const now = deps.clock.now();
      poll = claimPoll(deps.db, id, { now, notAfter: now }).finally(() => (isPolled = true));
      while (!isPolled && !(await isWaiting()));
      return true;
    };
    setRail({ ...world.rail, withdrawPayout });
    expect((await act(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, amount })).status).toBe(200);
    expect(await poll).toBeUndefined();
  });

  it('cannot be ended as sent while its rail may still send it, except with the transaction of the rail', async () => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const txHash = `0x${'Ab'.repeat(32)}`;
    await world.deps.db.run(sql`update payouts set tx_hash = ${txHash} where id = ${id}`);
    setRail({ ...world.rail, withdrawPayout: async () => false });
    const end = async (reference: string) => await act(order.id, `payouts/${id}/end`, { outcome: 'sent', ...EVIDENCE, reference, amount });
    expect(await end('another-wallet')).toMatchObject({ status: 409, error: { code: 'order_state_conflict' } });
    expect((await payoutOf(order.id)).id).toBe(id);
    expect((await end(txHash.toLowerCase())).one.attributes).toMatchObject({ status: 'completed' });
  });

  it.each(['sent', 'not_sent'] as const)('cannot be ended as %s where its rail is not configured', async (outcome) => {
    const order = await unknownPayout();
    const { id, amount } = await payoutOf(order.id);
    const end = async () => await act(order.id, `payouts/${id}/end`, { outcome, ...EVIDENCE, amount });
    for (const rail of ['evm', 'bitcoin', 'manual']) {
      await world.deps.db.run(sql`update payouts set rail = ${rail} where id = ${id}`);
      expect((await end()).status).toBe(409);
    }
    await world.deps.db.run(sql`update payouts set rail = 'acquirer_closed' where id = ${id}`);
    expect((await end()).status).toBe(200);
  });
});
