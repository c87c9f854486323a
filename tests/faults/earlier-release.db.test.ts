import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { HOUR_MS } from '#core/time.ts';
import { settlePayment } from '#server/deposits/settle-payment.ts';
import { expireOrders } from '#server/deadlines/expire-orders.job.ts';
import { renewRequotes } from '#server/deadlines/renew-requotes.job.ts';
import { prepareRequisites } from '#server/orders/move/prepare-requisites.ts';
import { lockOrder } from '#server/orders/store.ts';
import { releaseUnprovenClaims } from '#server/orders/create/unpaid-holds.ts';
import { askPayout, executePayout } from '#server/payouts/execute-payout.ts';
import { findSilentPayouts, findUnattempted } from '#server/payouts/store.ts';
import { restoreEarlierRelease, type EarlierRelease } from '#tests/make/earlier-release.ts';
import { createWorld, type World } from '#tests/make/world.ts';

let release: EarlierRelease;
let world: World;
beforeAll(async () => {
  release = await restoreEarlierRelease();
  world = await createWorld({ existing: release });
});
afterAll(async () => await world.close());

const statuses = async (): Promise<Record<string, OrderStatus>> => {
  const read = Object.entries(release.made).map(async ([name, id]) => [name, (await world.read(id)).status] as const);
  return Object.fromEntries(await Promise.all(read));
};
const settle = async (id: string): Promise<void> =>
  await world.deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order) await settlePayment(world.deps, tx, order);
  });
const incidents = async () => await world.deps.db.many(sql`select kind, subject from incidents order by last_at, subject`);

/** The machine that pays, without its pauses. */
async function pay(): Promise<void> {
  const now = world.deps.clock.now();
  const unattempted = await findUnattempted(world.deps.db, { lost: now, retry: now }, 500);
  for (const { orderId, purpose } of unattempted) await executePayout(world.deps, orderId, purpose);
  for (const payout of await findSilentPayouts(world.deps.db, { accepted: now, unsure: now }, 500)) await askPayout(world.deps, payout);
  await world.drain();
}

/** Where each order of that release ends when its customer does nothing more. */
const ENDS: Readonly<Record<string, OrderStatus>> = {
  expired: 'expired',
  reopened: 'refunded',
  reopened_gone: 'expired',
  moderation: 'moderation',
  rejected: 'rejected',
  refund_no_destination: 'refund_pending',
  requote_late: 'completed',
  awaiting_payment: 'expired',
  awaiting_payment_floating: 'expired',
  payment_claimed: 'moderation',
  payment_detected: 'payment_detected',
  moderation_lost: 'moderation',
  compliance_hold: 'compliance_hold',
  requote_short: 'refunded',
  requote_over: 'completed',
  refund_pending_failed: 'refunded',
  refunded: 'refunded',
  cancelled: 'cancelled',
  payment_failed: 'payment_failed',
  payout_failed: 'payout_failed',
  payout_unknown: 'completed',
  completed: 'completed',
  completed_surplus: 'completed',
  completed_surplus_returned: 'completed',
  completed_short_accepted: 'completed',
  word_alone: 'completed',
  word_covered: 'completed',
  word_less_reported: 'completed',
  word_rest: 'completed',
  word_on_seen: 'completed',
  word_reverted: 'completed',
  requote_no_price: 'completed',
  word_alone_pending: 'completed',
  word_rest_pending: 'completed',
  payout_pending: 'completed',
  refund_pending: 'refunded',
  refund_nowhere: 'refund_pending',
  awaiting_requisites: 'expired',
  awaiting_verification: 'expired',
  awaiting_confirmation: 'expired',
};

describe('a database of an earlier release', () => {
  it('holds orders in every state that lasts', async () => {
    const found = new Set(Object.values(await statuses()));
    expect(ORDER_STATUSES.filter((status) => !found.has(status))).toEqual(['paid']);
  });

  it('has clean books after its migration, and calls a person about money that was gone unnoticed', async () => {
    expect(await world.audit()).toEqual([]);
    expect(await incidents()).toEqual([{ kind: 'payment_reverted', subject: release.made['word_reverted'] }]);
  });

  it('offers its choices anew at once', async () => {
    await renewRequotes(world.deps);
    const waiting = (await Promise.all(Object.values(release.made).map(world.read))).filter(({ status }) => status === 'requote');
    expect(waiting.map(({ requote }) => requote?.options.length ?? 0)).not.toContain(0);
    expect(waiting.length).toBeGreaterThan(3);
  });

  it('keeps every agreement: settled by today’s rules, only choices that are none are taken and what a rail never told is gone', async () => {
    const before = await statuses();
    for (const id of Object.values(release.made)) await settle(id);
    expect(await statuses()).toEqual({ ...before, requote_late: 'payout_pending', requote_no_price: 'payout_pending' });
    expect(await world.audit()).toEqual([]);
    // He had confirmed 100 where the rail then told of 60
    expect(await incidents()).toContainEqual({ kind: 'payment_reverted', subject: release.made['word_less_reported'] });
    expect(await incidents()).toHaveLength(2);
  });

  it('goes on: deadlines, requisites, payouts and refunds end every order, each paid once', async () => {
    await prepareRequisites(world.deps, release.made['awaiting_requisites'] ?? '');
    await releaseUnprovenClaims(world.deps);
    for (let day = 0; day < 4; day += 1) {
      await world.pass(25 * HOUR_MS);
      await expireOrders(world.deps);
      await pay();
      expect(await world.audit()).toEqual([]);
    }
    expect(await statuses()).toEqual(ENDS);
    expect([...world.rail.executed.values()].every(({ calls }) => calls === 1)).toBe(true);
  });
});
