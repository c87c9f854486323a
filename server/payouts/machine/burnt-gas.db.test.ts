import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { applyPayoutAnswer } from './apply-payout-answer.ts';
import { executePayout } from './execute-payout.ts';
import { findAttempts } from '#server/payouts/store.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  expect(await world.audit()).toEqual([]);
  await world.close();
});

const BURNT = 77_000n;
/** What the EVM rail reports for a transaction that was mined and reverted (`payouts.db.test.ts` of the rail). */
const reverted = {
  outcome: 'failed',
  reason: 'transaction_reverted',
  networkFee: { wallet: 'USDTTRC20', amount: BURNT },
} as const;

const spent = async ({ id }: Order): Promise<string[]> =>
  (
    await world.deps.db.many(
      as<{ amount: string }>(),
      sql`
      select e.amount::text from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where t.order_id = ${id} and (e.account_kind, e.account_of) = ('expense', 'network') order by t.created_at, t.id`,
    )
  ).map(({ amount }) => amount);

/** The same report many times at once (poll, callback, question), and again late. */
async function reportAgain(order: Order, purpose: string): Promise<void> {
  const failed = (await findAttempts(world.deps.db, order.id)).find((one) => one.purpose === purpose && one.state === 'failed');
  if (!failed) throw new Error(`no ${purpose} has failed`);
  await Promise.all(Array.from({ length: 6 }, async () => await applyPayoutAnswer(world.deps, failed.id, reverted)));
}

it('gas of a reverted payout is booked once, in the transaction of its failure, and the next attempt books its own', async () => {
  const order = await world.order();
  world.rail.script.push({ outcome: 'accepted', externalId: null, txHash: '0xdead', confirmations: 0, requiredConfirmations: 3 });
  await world.deposit(order);
  await world.drain();
  expect([(await world.read(order.id)).status, await spent(order)]).toEqual(['payout_sent', []]);
  const [attempt] = await findAttempts(world.deps.db, order.id);
  if (!attempt) throw new Error('no attempt');
  // The failure and the expense become visible together: one transaction
  await Promise.all(Array.from({ length: 6 }, async () => await applyPayoutAnswer(world.deps, attempt.id, reverted)));
  expect([(await world.read(order.id)).status, await spent(order)]).toEqual(['payout_failed', [String(BURNT)]]);
  const [{ moved_at: movedAt, spent_at: spentAt } = {}] = await world.deps.db.many(
    as<{ moved_at: string; spent_at: string }>(),
    sql`
    select (select xmin::text from order_events where order_id = ${order.id} and move = 'fail_payout') as moved_at,
      (select t.xmin::text from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
       where t.order_id = ${order.id} and (e.account_kind, e.account_of) = ('expense', 'network') limit 1) as spent_at`,
  );
  expect(spentAt).toBe(movedAt);
  await world.deps.db.tx(async (tx) => {
    const failed = await lockOrder(tx, order.id);
    if (!failed) throw new Error('no order');
    const cause = { move: 'retry_payout', by: 'operator', now: world.deps.clock.now(), note: null } as const;
    expect(await applyMove(world.deps, tx, { order: failed, cause, by: { actorId: null } })).toMatchObject({ ok: true });
  });
  world.rail.script.push(async () => ({
    outcome: 'executed',
    externalId: 'e',
    txHash: '0xbeef',
    amount: order.outcomeAmount,
    networkFee: { wallet: 'USDTTRC20', amount: 5_000n },
  }));
  await world.drain();
  await reportAgain(order, 'payout');
  expect([(await world.read(order.id)).status, await spent(order)]).toEqual(['completed', [String(BURNT), '5000']]);
});

it('gas of a reverted refund or surplus return is booked too, and both are retried', async () => {
  const refunded = await world.order();
  await world.deposit(refunded, { amount: refunded.incomeAmount / 2n });
  world.rail.script.push(reverted);
  const caller = { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, refunded.id) } as const;
  await world.deps.db.tx((tx) => requestRefund(world.deps, tx, { orderId: refunded.id, caller, requisites: {}, noMemo: false }));
  await world.drain();
  await reportAgain(refunded, 'refund');
  expect([(await world.read(refunded.id)).status, await spent(refunded)]).toEqual(['refund_pending', [String(BURNT)]]);
  await executePayout(world.deps, refunded.id, 'refund');
  expect([(await world.read(refunded.id)).status, await spent(refunded)]).toEqual(['refunded', [String(BURNT)]]);

  const paidTwice = await world.order();
  await world.deposit(paidTwice);
  await world.drain();
  world.rail.script.push(reverted);
  await world.deposit(paidTwice, { externalId: 'second' });
  await world.drain();
  await reportAgain(paidTwice, 'surplus');
  await executePayout(world.deps, paidTwice.id, 'surplus');
  expect([(await world.read(paidTwice.id)).surplusReturned, await spent(paidTwice)]).toEqual([paidTwice.incomeAmount, [String(BURNT)]]);
});
