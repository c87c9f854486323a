import { sql } from '#server/platform/db/db.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MoveName } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import { assignLease } from '#tests/make/lease.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { recordDeposit } from '#server/deposits/record-deposit.ts';
import { executePayout } from '#server/payouts/machine/execute-payout.ts';
import { findUnattemptedOrders } from '#server/payouts/jobs.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { applyOperatorMove } from '#server/desk/apply-operator-move.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { cancelOrder } from '#server/orders/customer/customer-moves.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';
import { prepareRequisites } from './prepare-requisites.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';

const GUEST = { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' } as const;

let world: World;
/** Set by tests that break the books for the audit to find. */
let areBooksBroken = false;
beforeEach(async () => {
  areBooksBroken = false;
  world = await createWorld();
});
afterEach(async () => await (areBooksBroken ? world.abandon() : world.close()));

const callerOf = (orderId: string) =>
  ({ orderId, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } }) as const;

const reportDeposit = async (
  order: Order,
  change: { externalId?: string; amount?: bigint; state?: 'seen' | 'final' | 'reverted' } = {},
) => {
  await recordDeposit(world.deps, {
    rail: 'test',
    externalId: `in-${order.id}`,
    reference: `ref-${order.id}`,
    paymentSystemCode: order.incomeCode,
    amount: order.incomeAmount,
    state: 'final',
    confirmations: 2,
    requiredConfirmations: 2,
    txHash: '0xin',
    firstSeenAt: world.deps.clock.now(),
    ...change,
  });
  return await world.read(order.id);
};

async function applyOperatorMoveTo(order: Order, move: MoveName, note = 'seen in the bank'): Promise<{ ok: boolean }> {
  const operator = world.deps.random.uuid();
  await world.deps.db.run(sql`insert into users (id, email, role) values (${operator}, ${`${operator}@example.org`}, 'owner')`);
  await assignLease(world, order.id, operator);
  const { version } = await world.read(order.id);
  return await world.deps.db.tx((tx) =>
    applyOperatorMove(world.deps, tx, { orderId: order.id, move, note, version, operator: { id: operator } }),
  );
}

const create = async () => {
  const form = await world.form();
  const created = await world.deps.db.tx((tx) => createOrder(world.deps, tx, form, GUEST));
  if (!created.ok) throw new Error('refused');
  return created.value.order;
};

describe('a payment reported before the order has its reference', () => {
  it('is attached as soon as the order has it', async () => {
    const order = await create();
    await reportDeposit(order, { state: 'seen' });
    await prepareRequisites(world.deps, order.id);
    expect((await world.read(order.id)).status).toBe('payment_detected');
    expect((await reportDeposit(order)).status).toBe('payout_pending');
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
    expect(await world.audit()).toEqual([]);
  });

  it('is never lost in a race of many', async () => {
    for (let round = 0; round < 15; round += 1) {
      const order = await create();
      await Promise.all([reportDeposit(order), prepareRequisites(world.deps, order.id)]);
      await world.drain();
      expect((await world.read(order.id)).status).toBe('completed');
    }
    expect(await world.audit()).toEqual([]);
  });

  it('gives the customer a choice when the order ended while the rail was answering', async () => {
    const order = await create();
    const rail = {
      ...world.rail,
      receive: async (request: Parameters<typeof world.rail.receive>[0]) => {
        await world.deps.db.tx((tx) => cancelOrder(world.deps, tx, callerOf(order.id)));
        return await world.rail.receive(request);
      },
    };
    await prepareRequisites({ ...world.deps, rails: new Map([['test', rail]]) }, order.id);
    expect((await world.read(order.id)).status).toBe('cancelled');
    expect((await reportDeposit(order)).status).toBe('requote');
    expect(await world.audit()).toEqual([]);
  });

  it('is reported by the audit when no order ever takes it', async () => {
    areBooksBroken = true;
    const order = await create();
    await reportDeposit({ ...order, id: order.id }, {});
    expect(await world.audit()).toMatchObject([{ equation: 'final money belongs to an order' }]);
  });
});

describe('the audit', () => {
  it('finds both money without a deposit and a payout without its transit', async () => {
    areBooksBroken = true;
    const order = await world.order();
    await reportDeposit(order);
    await world.drain();
    await world.database.adminDb.run(sql`delete from deposits`);
    await world.database.adminDb.run(sql`update payouts set state = 'unknown'`);
    const equations = (await world.audit()).map((finding) => (finding as { equation: string }).equation);
    expect(equations).toContain('money credited to an order = deposits posted for it');
    expect(equations).toContain('money in transit = payouts under way');
  });
});

describe('a refund', () => {
  const refunded = async (answer: 'failed' | 'executed') => {
    const order = await world.order();
    await reportDeposit(order, { amount: 50_000_000n });
    if (answer === 'failed') world.rail.script.push({ outcome: 'failed', reason: 'closed wallet' });
    await world.deps.db.tx((tx) => requestRefund(world.deps, tx, { ...callerOf(order.id), requisites: {}, noMemo: false }));
    await world.drain();
    return await world.read(order.id);
  };
  const unattempted = async (pauseMs: number) => {
    const now = world.deps.clock.now();
    return await findUnattemptedOrders(world.deps.db, { lost: now + 1, retry: now + 1 - pauseMs }, 50);
  };

  it('that failed is retried after a pause', async () => {
    const order = await refunded('failed');
    expect(order.status).toBe('refund_pending');
    expect(await unattempted(600_000)).toEqual([]);
    await world.pass(600_000);
    expect(await unattempted(600_000)).toEqual([{ orderId: order.id, purpose: 'refund' }]);
    expect(await applyOperatorMoveTo(order, 'complete_refund')).toMatchObject({ ok: false });
    await executePayout(world.deps, order.id, 'refund');
    expect((await world.read(order.id)).status).toBe('refunded');
    expect(await unattempted(0)).toEqual([]);
    expect(await world.audit()).toEqual([]);
  });

  it('without a destination waits for it and does not starve others', async () => {
    const waiting = await world.order({ income_requisites: {} });
    await reportDeposit(waiting, { amount: 50_000_000n });
    await world.pass(72 * 3_600_000 + 1);
    await expireOrders(world.deps);
    expect((await world.read(waiting.id)).status).toBe('refund_pending');
    expect(await unattempted(0)).toEqual([]);
  });
});

describe('a payout with an unknown result', () => {
  it('is claimed once by many workers', async () => {
    const order = await world.order();
    await reportDeposit(order);
    await Promise.all(Array.from({ length: 10 }, async () => await executePayout(world.deps, order.id, 'payout')));
    expect((await world.read(order.id)).status).toBe('completed');
    expect([...world.rail.executed.values()].map((one) => one.calls)).toEqual([1]);
  });
});
