import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Order } from '#core/order/order.ts';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { acceptRequote } from '#server/deposits/accept-requote.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { cancelOrder, claimPayment } from '#server/orders/customer/customer-moves.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { createObserver, type ObservingOperator } from '#tests/make/observe.ts';
import { seededRandom } from '#tests/make/trader.ts';
import { createWorld, type World } from '#tests/make/world.ts';

const USDT = 1_000_000n;
const SEQUENCES = 60;
const EVENTS = 9;

let world: World;
let operator: ObservingOperator;
beforeAll(async () => {
  world = await createWorld({ reserve: 10n ** 12n });
  operator = await createObserver(world);
});
afterAll(async () => await world.close());

const callerOf = (orderId: string) =>
  ({ orderId, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } }) as const;

type Pick = (choices: number) => number;
type Happening = (order: Order, pick: Pick) => Promise<unknown>;

const AMOUNTS = [100n * USDT, 100n * USDT, 99n * USDT, 1n, 150n * USDT, 40n * USDT, 60n * USDT];
const OBSERVED_AMOUNTS = ['100', '99', '150', '40', '60', '0.000001'];
const amountOf = (pick: Pick): bigint => AMOUNTS[pick(AMOUNTS.length)] ?? 1n;

/** All events of one order, in any order and any number. */
const STEPS: readonly Happening[] = [
  (order, pick) => world.deposit(order, { externalId: `${order.id}-${pick(3)}`, amount: amountOf(pick) }),
  (order, pick) => world.deposit(order, { externalId: `${order.id}-${pick(3)}`, amount: amountOf(pick), state: 'seen' }),
  (order, pick) => world.deposit(order, { externalId: `${order.id}-${pick(3)}`, amount: amountOf(pick), state: 'reverted' }),
  (order, pick) =>
    operator.see(order, {
      amount: OBSERVED_AMOUNTS[pick(OBSERVED_AMOUNTS.length)] ?? '1',
      reference: `saw ${pick(3)}`,
      beyondRail: pick(3) === 0,
    }),
  (order) => world.deps.db.tx((tx) => acceptRequote(world.deps, tx, callerOf(order.id))),
  (order) => world.deps.db.tx((tx) => acceptRequote(world.deps, tx, { ...callerOf(order.id), choice: 'exchange_all' })),
  (order) => world.deps.db.tx((tx) => requestRefund(world.deps, tx, { ...callerOf(order.id), requisites: {}, noMemo: false })),
  (order) => world.deps.db.tx((tx) => cancelOrder(world.deps, tx, callerOf(order.id))),
  (order) => world.deps.db.tx((tx) => claimPayment(world.deps, tx, { ...callerOf(order.id), invoiceId: undefined, txHash: undefined })),
  () => world.drain(),
  async (_order, pick) => {
    await world.pass([MINUTE_MS, 21 * MINUTE_MS, 73 * HOUR_MS][pick(3)] ?? 0);
    await expireOrders(world.deps);
  },
];

/** The received money is owed, exchanged, in suspense, returned or lost. Minor units of the income side. */
async function unaccounted(order: Order): Promise<bigint> {
  const { sum } = await world.deps.db.one(
    as<{ sum: string }>(),
    sql`
    select coalesce(sum(e.amount), 0)::text as sum from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
    where t.order_id = ${order.id} and t.phase = 'posted' and e.wallet = ${order.incomeCode}
      and (e.account_kind in ('treasury', 'suspense', 'order_in', 'fx') or (e.account_kind, e.account_of) = ('expense', 'reversed'))`,
  );
  return BigInt(sum);
}

it('no sequence of events creates or destroys money', async () => {
  for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
    const random = seededRandom(sequence);
    const pick: Pick = (choices) => Math.floor(random() * choices);
    const order = await world.order();
    const story: number[] = [];
    for (let event = 0; event < EVENTS; event += 1) {
      const which = pick(STEPS.length);
      story.push(which);
      await STEPS[which]?.(order, pick);
    }
    await world.drain();
    const end = await world.read(order.id);
    const paid = await world.deps.db.one(
      as<{ payouts: number }>(),
      sql`select count(*)::int as payouts from payouts
        where order_id = ${order.id} and purpose in ('payout', 'refund') and state = 'executed'`,
    );
    expect({ sequence, story, status: end.status, audit: await world.audit(), unaccounted: await unaccounted(order) }).toMatchObject({
      audit: [],
      unaccounted: 0n,
    });
    expect(paid.payouts).toBeLessThanOrEqual(1);
    expect(end.creditedAmount >= 0n && end.receivedAmount >= 0n).toBe(true);
  }
});
