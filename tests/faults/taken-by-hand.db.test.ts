import { as } from '#tests/make/rows.ts';
import { sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applyOperatorMove } from '#server/desk/apply-operator-move.ts';
import { claimLease } from '#server/leases/lease.ts';
import { endPayout } from '#server/payouts/by-hand/end-payout.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { takeByHand } from '#server/payouts/by-hand/take-by-hand.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Order } from '#core/order/order.ts';
import { failedPayout, failedRefund } from '#tests/make/payout-desk.ts';
import { createWorld, type World } from '#tests/make/world.ts';

/** R68: a payout taken by an operator while the worker retries it is paid exactly once. Number of races of each kind. */
const RACES = 50;

let world: World;
let operatorId: string;

beforeAll(async () => {
  world = await createWorld({ reserve: 1_000_000_000n });
  operatorId = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${operatorId}, 'op@example.org', 'cashier')`);
});
afterAll(async () => await world.close());

const take = async ({ id, version }: Order, purpose: 'payout' | 'refund') =>
  await world.deps.db.tx((tx) => takeByHand(world.deps, tx, { orderId: id, version, operatorId, purpose }));
/** A refused transaction is rolled back, as the office's calls do. */
const retry = async ({ id, version }: Order) =>
  await world.deps.db.tx((tx) =>
    applyOperatorMove(world.deps, tx, { orderId: id, version, move: 'retry_payout', note: undefined, operator: { id: operatorId } }),
  );

/** Pays by hand and records it, if the operator has the payout. */
async function endTakenPayout(order: Order): Promise<void> {
  const payout = await world.deps.db.maybe(
    as<{ id: string; amount: string; code: string }>(),
    sql`select id, amount, payment_system_code as code from payouts where order_id = ${order.id} and state = 'by_hand'`,
  );
  if (!payout) return;
  const { version } = await world.read(order.id);
  const amount = formatAmount(BigInt(payout.amount), world.deps.catalogue.paymentSystem(payout.code)?.scale ?? 0);
  const evidence = { outcome: 'sent', reference: 'bank', note: 'sent by hand', amount } as const;
  const ended = await world.deps.db.tx((tx) =>
    endPayout(world.deps, tx, { orderId: order.id, version, operatorId, payoutId: payout.id, ...evidence }),
  );
  expect(ended.ok).toBe(true);
}

/** How often the customer got this money: by the provider's books and by hand. */
async function actsOn(order: Order): Promise<{ machine: number; hand: number }> {
  const rows = await world.deps.db.many(
    as<{ id: string; rail: string; state: string }>(),
    sql`select id, rail, state from payouts where order_id = ${order.id}`,
  );
  return {
    machine: rows.reduce((sum, row) => sum + (world.rail.executed.get(row.id)?.calls ?? 0), 0),
    hand: rows.filter(({ rail, state }) => rail === 'operator' && state === 'executed').length,
  };
}

it.each(['refund', 'payout'] as const)(
  'a %s that failed is paid automatically or by hand, never by both',
  { timeout: 180_000 },
  async (purpose) => {
    const won = { machine: 0, hand: 0 };
    for (let race = 0; race < RACES; race += 1) {
      const order = purpose === 'refund' ? await failedRefund(world) : await failedPayout(world);
      await world.deps.db.tx((tx) => claimLease(world.deps, tx, { subject: { kind: 'order', id: order.id }, operatorId }));
      const machine = async () => {
        if (purpose === 'payout') await retry(order);
        await executePayout(world.deps, order.id, purpose);
      };
      const person = async () => void (await take(order, purpose));
      const racers = race % 2 === 0 ? [machine, person, machine] : [person, machine, machine];
      await Promise.all(racers.map(async (start) => await start()));
      await world.drain();
      await endTakenPayout(order);
      const acts = await actsOn(order);
      expect(acts.machine + acts.hand, `race ${race}: ${JSON.stringify(acts)}`).toBe(1);
      expect((await world.read(order.id)).status).toBe(purpose === 'refund' ? 'refunded' : 'completed');
      won.machine += acts.machine;
      won.hand += acts.hand;
    }
    expect(won.machine + won.hand).toBe(RACES);
    expect(await world.audit()).toEqual([]);
  },
);
