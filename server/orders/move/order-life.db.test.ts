import { as } from '#tests/make/rows.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Refusal } from '#core/refusal.ts';
import { createWorld, type World } from '#tests/make/world.ts';
import { account } from '#core/ledger/account.ts';
import { accountBalance } from '#server/ledger/store.ts';
import { acceptRequote } from '#server/deposits/accept-requote.ts';
import { cancelOrder, claimPayment } from '#server/orders/customer/customer-moves.ts';
import { requestRefund } from '#server/deposits/request-refund.ts';
import { pollPayout } from '#server/payouts/machine/execute-payout.ts';
import { findLivePayout } from '#server/payouts/store.ts';
import { orderTokenOf } from '#server/orders/access.ts';
import { createOrder } from '#server/orders/create/create-order.ts';
import { expireOrders } from '#server/deadlines/order-deadlines.job.ts';

const GUEST = { visitor: { kind: 'guest' }, ip: '127.0.0.1', locale: 'ru' } as const;

describe('the lifecycle of an order', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(async () => await world.close());

  const caller = (orderId: string) =>
    ({ orderId, caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, orderId) } }) as const;
  const reserve = async (code: string) =>
    await world.deps.db.one(
      as<{ posted: string; held: string }>(),
      sql`select posted::text, held::text from reserves where wallet = ${code}`,
    );

  it('goes from quote to payout with balanced books', async () => {
    const before = await reserve('SBERRUB');
    const order = await world.order();
    expect(order.status).toBe('awaiting_payment');
    expect(BigInt((await reserve('SBERRUB')).held) - BigInt(before.held)).toBe(order.outcomeAmount);
    const seen = await world.deposit(order, { state: 'seen', confirmations: 0 });
    expect(seen).toMatchObject({ status: 'payment_detected', receivedAmount: order.incomeAmount, creditedAmount: 0n });
    expect(await world.deposit(order, { state: 'seen', confirmations: 1 })).toMatchObject({ confirmations: 1 });
    expect((await world.deposit(order)).status).toBe('payout_pending');
    await world.drain();
    const done = await world.read(order.id);
    expect(done).toMatchObject({ status: 'completed', hold: null });
    expect(done.outcomeTxHash).toMatch(/^tx-/);
    expect(await accountBalance(world.deps.db, account('order_in', order.id))).toBe(0n);
    expect(await accountBalance(world.deps.db, account('order_out', order.id))).toBe(0n);
    const after = await reserve('SBERRUB');
    expect(BigInt(before.posted) - BigInt(after.posted)).toBe(order.outcomeAmount);
    expect(after.held).toBe(before.held);
    expect(await world.audit()).toEqual([]);
  });

  it('accepts repeated reports and never acts twice', async () => {
    const order = await world.order();
    await Promise.all(Array.from({ length: 8 }, async () => await world.deposit(order)));
    await world.drain();
    await world.deposit(order, { state: 'seen', confirmations: 1 });
    await world.drain();
    expect((await world.read(order.id)).status).toBe('completed');
    const payouts = await world.deps.db.many(AnyRow, sql`select 1 from payouts where order_id = ${order.id}`);
    expect(payouts).toHaveLength(1);
    expect(await world.audit()).toEqual([]);
  });

  it('can be cancelled only by its customer, and the hold is released', async () => {
    const before = await reserve('SBERRUB');
    const order = await world.order();
    const stranger = {
      orderId: order.id,
      caller: { visitor: { kind: 'guest' }, orderToken: orderTokenOf(world.deps, 'another') },
    } as const;
    expect(await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, stranger))).toEqual({
      ok: false,
      refusals: [{ code: 'not_found' }],
    });
    expect(await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, caller(order.id)))).toMatchObject({
      ok: true,
      value: { status: 'cancelled', hold: null },
    });
    expect(await world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, caller(order.id)))).toMatchObject({ ok: false });
    expect((await reserve('SBERRUB')).held).toBe(before.held);
    expect(await world.audit()).toEqual([]);
  });

  it('has one result when cancelling and paying race, and no money is lost (R09)', async () => {
    for (let round = 0; round < 20; round += 1) {
      const order = await world.order();
      await Promise.all([world.deposit(order), world.deps.db.tx(async (tx) => await cancelOrder(world.deps, tx, caller(order.id)))]);
      await world.drain();
      const end = await world.read(order.id);
      expect(['completed', 'requote']).toContain(end.status);
      expect(end.creditedAmount).toBe(order.incomeAmount);
    }
    expect(await world.audit()).toEqual([]);
  });

  it('expires after its time, and later money gives a choice, not a loss', async () => {
    const order = await world.order();
    await world.pass(20 * 60_000 + 1);
    await expireOrders(world.deps);
    expect(await world.read(order.id)).toMatchObject({ status: 'expired', hold: null });
    // At a price that is no worse for the customer it would be exchanged without asking
    await world.prices('70');
    await world.pass(1_000);
    const reopened = await world.deposit(order);
    expect(reopened).toMatchObject({ status: 'requote', creditedAmount: order.incomeAmount });
    expect(reopened.requote?.reason).toBe('reopened');
    const refunded = await world.deps.db.tx(
      async (tx) => await requestRefund(world.deps, tx, { ...caller(order.id), requisites: {}, noMemo: false }),
    );
    expect(refunded).toMatchObject({ ok: true, value: { status: 'refund_pending' } });
    await world.drain();
    expect((await world.read(order.id)).status).toBe('refunded');
    expect(await accountBalance(world.deps.db, account('suspense', 'test'))).toBe(0n);
    expect(await world.audit()).toEqual([]);
  });

  it('asks for the refund’s destination when it is unknown, and pays there', async () => {
    const order = await world.order({ income_requisites: {} });
    await world.deposit(order, { amount: order.incomeAmount * 2n });
    const ask = async (requisites: Record<string, string>) =>
      await world.deps.db.tx(async (tx) => await requestRefund(world.deps, tx, { ...caller(order.id), requisites, noMemo: false }));
    expect(await ask({})).toMatchObject({ ok: false, refusals: [{ code: 'required', field: 'refund_requisites/address' }] });
    expect(await ask({ address: 'my-refund-wallet' })).toMatchObject({
      ok: true,
      value: { status: 'refund_pending', hasRefundDestination: true },
    });
    await world.drain();
    expect((await world.read(order.id)).status).toBe('refunded');
    expect(await world.audit()).toEqual([]);
  });

  it('paid short waits for the choice and pays what was chosen', async () => {
    const order = await world.order();
    const short = await world.deposit(order, { amount: order.incomeAmount / 2n });
    expect(short).toMatchObject({ status: 'requote', requote: { reason: 'short' } });
    expect(short.requote?.options[1]).toMatchObject({ choice: 'exchange_received', outcomeAmount: order.outcomeAmount / 2n });
    expect(short.hold?.amount).toBe(order.outcomeAmount);
    expect(await world.deps.db.tx(async (tx) => await acceptRequote(world.deps, tx, caller(order.id)))).toMatchObject({ ok: true });
    await world.drain();
    const done = await world.read(order.id);
    expect(done).toMatchObject({ status: 'completed', outcomeAmount: order.outcomeAmount / 2n });
    expect(await world.audit()).toEqual([]);
  });

  it('paid twice keeps the surplus separate until it is returned', async () => {
    const order = await world.order();
    await world.deposit(order);
    await world.drain();
    await world.deposit(order, { externalId: 'second' });
    await world.deposit(order, { externalId: 'second' });
    expect((await world.read(order.id)).status).toBe('completed');
    expect(await accountBalance(world.deps.db, account('suspense', 'test'))).toBe(-order.incomeAmount);
    await world.drain();
    expect(await accountBalance(world.deps.db, account('suspense', 'test'))).toBe(0n);
    expect(await world.audit()).toEqual([]);
  });

  it('pays exactly once when the provider executes and its answer is lost', async () => {
    const order = await world.order();
    world.rail.script.push(async () => {
      throw new Error('socket closed');
    });
    await world.deposit(order);
    await world.drain();
    const unsure = await world.read(order.id);
    expect(unsure.status).toBe('payout_sent');
    const payout = await findLivePayout(world.deps.db, order.id);
    expect(payout?.state).toBe('unknown');
    if (payout) await Promise.all([pollPayout(world.deps, payout), pollPayout(world.deps, payout)]);
    expect((await world.read(order.id)).status).toBe('completed');
    expect(world.rail.executed.get(payout?.id ?? '')?.amount).toBe(order.outcomeAmount);
    expect(await world.audit()).toEqual([]);
  });

  it('fails a payout only on a definite answer, and holds the money again', async () => {
    const order = await world.order();
    world.rail.script.push({ outcome: 'failed', reason: 'closed account' });
    await world.deposit(order);
    await world.drain();
    expect(await world.read(order.id)).toMatchObject({ status: 'payout_failed', hold: { amount: order.outcomeAmount } });
    expect(await accountBalance(world.deps.db, account('order_out', order.id))).toBe(-order.outcomeAmount);
    expect(await world.audit()).toEqual([]);
  });

  it('accepts "I have paid" as a claim, once', async () => {
    await world.prices('90');
    await world.pass(1);
    const order = await world.order();
    const claim = { ...caller(order.id), invoiceId: undefined, txHash: '0xclaimed' };
    const claimed = await world.deps.db.tx(async (tx) => await claimPayment(world.deps, tx, claim));
    expect(claimed).toMatchObject({ ok: true, value: { status: 'payment_claimed', creditedAmount: 0n } });
    const again = await world.deps.db.tx(async (tx) => await claimPayment(world.deps, tx, claim));
    expect(again).toMatchObject({ ok: true, value: { version: claimed.ok ? claimed.value.version : -1 } });
    await world.prices('80');
    await world.pass(60 * 60_000 + 1);
    await expireOrders(world.deps);
    expect((await world.read(order.id)).status).toBe('moderation');
    await world.deposit(order);
    await world.drain();
    // Seen after the lock at a worse price: a late payment is the customer's choice
    expect((await world.read(order.id)).status).toBe('requote');
    expect(await world.audit()).toEqual([]);
  });

  it('refuses amounts that were not quoted, and offers recalculated ones', async () => {
    await world.prices('90');
    const form = await world.form();
    const attempt = async (change: object) =>
      await world.deps.db.tx(async (tx) => await createOrder(world.deps, tx, { ...form, ...change }, GUEST));
    expect(await attempt({ rate_calculation_id: `${form.rate_calculation_id}x` })).toMatchObject({
      ok: false,
      refusals: [{ code: 'rate_changed', field: 'rate_calculation_id' }],
    });
    expect(await attempt({ income_amount: '101' })).toMatchObject({ ok: false, refusals: [{ code: 'rate_changed' }] });
    expect(await attempt({ income_amount: '1e2' })).toMatchObject({
      ok: false,
      refusals: [{ code: 'invalid_format', field: 'income_amount' }],
    });
    expect(await attempt({ email: 'nobody', accept_terms: false, outcome_requisites: {} })).toMatchObject({
      ok: false,
      refusals: [{ field: 'email' }, { field: 'outcome_requisites/account' }, { code: 'terms_not_accepted' }],
    });
    const changed = await attempt({ income_amount: '101' });
    if (!changed.ok)
      expect(changed.refusals[0]?.meta).toMatchObject({
        rate_calculation: { type: 'rate_calculations', attributes: { income_amount: '101' } },
      });
  });
});

class Refused extends Error {
  readonly refusals: readonly Refusal[];
  constructor(refusals: readonly Refusal[]) {
    super('refused');
    this.refusals = refusals;
  }
}

describe('a reserve with many concurrent orders', () => {
  it('is never promised twice: 100 of 300 get it', async () => {
    const world = await createWorld({ reserve: 100n * 891_000n });
    try {
      const forms = await Promise.all(Array.from({ length: 300 }, async () => await world.form()));
      const outcomes = await Promise.all(
        forms.map(async (form) => {
          const { db } = world.deps;
          // As every caller does: a refusal rolls back
          const creation = db.tx(async (tx) => {
            const outcome = await createOrder(world.deps, tx, form, GUEST);
            if (!outcome.ok) throw new Refused(outcome.refusals);
            return outcome.value;
          });
          return await creation.catch((reason: unknown) => reason);
        }),
      );
      const refused = outcomes.filter((outcome) => outcome instanceof Refused);
      expect(refused).toHaveLength(200);
      for (const { refusals } of refused) expect(refusals).toMatchObject([{ code: 'reserve_exceeded', field: 'income_amount' }]);
      expect(outcomes.filter((outcome) => outcome instanceof Error && !(outcome instanceof Refused))).toEqual([]);
      expect(await world.audit()).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
