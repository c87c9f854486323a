import type { Order } from '#core/order/order.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { orderSubject, type PayoutPurpose } from '#core/payout.ts';
import type { PayoutDeps } from '#server/deps.ts';
import { applyMove, NOBODY } from '#server/orders/move/apply-move.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { openDestination } from '#server/orders/destination.ts';
import { lockById } from '#server/orders/find-order.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { isLeftToPeople } from '#server/payouts/by-hand/find-contradiction.ts';
import { askByItself } from '#server/payouts/corrections/ask-destination.ts';
import { findReview } from './kept-back.ts';
import { settleAttempt } from '#server/payouts/machine/settle-attempt.ts';
import type { Leaving } from '#server/limits/leaving.ts';
import { stopOf } from '#server/limits/payout-gate.ts';
import { leavingOf } from '#server/payouts/machine/leaving.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { JOB } from './outbox.ts';
import { findLivePayout, findLiveSurplus, findPayout, insertPayout, leaveToPerson, type Payout, takeQueued } from './store.ts';
import type { PayoutSubjectWith } from './subject.ts';

/** The payment system an attempt is paid on: the outcome, or for a refund the income. */
const paidOn = (deps: PayoutDeps, order: Order, purpose: PayoutPurpose) =>
  orderSides(deps.catalogue, order)[purpose === 'payout' ? 'outcome' : 'income'];

/**
 * T19: claims the attempt before anybody is called. The unique index on live attempts and the move's compare-and-set make
 * a second claim impossible, whoever tries and however often. Undefined: nothing to do.
 */
async function claimPayout(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockById(tx, orderId);
    if (order?.status !== 'payout_pending' || (await isLeftToPeople(tx, orderId))) return undefined;
    const now = deps.clock.now();
    const reviewBefore = await findReview(tx, orderId, now);
    if ((await stopOf(deps, tx, leavingOf(deps, tx, order, { purpose: 'payout' }))) !== null) {
      // Its customer reads on its page that a person looks, from when one does
      const review = await findReview(tx, orderId, now);
      if (review?.since !== reviewBefore?.since || review?.why !== reviewBefore?.why)
        await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'system' }, by: NOBODY });
      return undefined;
    }
    const system = paidOn(deps, order, 'payout');
    const payout = await insertPayout(tx, {
      id: deps.random.uuid(),
      subject: orderSubject(orderId),
      purpose: 'payout',
      rail: system.rail,
      code: system.code,
      wallet: order.outcomeWallet,
      amount: order.outcomeAmount,
      now,
    });
    if (!payout) return undefined;
    const moved = await applyMove(deps, tx, { order, cause: { move: 'claim_payout', by: 'system', now }, by: { actorId: null } });
    if (!moved.ok) throw new Error(`payout of order ${orderId} was refused: ${moved.refusals[0]?.code}`);
    return payout;
  });
}

/** A refund is claimed the same way; the state stays `refund_pending` until it is executed (T26). */
async function claimRefund(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockById(tx, orderId);
    if (order?.status !== 'refund_pending' || (await isLeftToPeople(tx, orderId))) return undefined;
    const system = paidOn(deps, order, 'refund');
    const destination = await openDestination(deps, tx, { id: orderId, side: 'income' });
    const can = deps.rails.get(system.rail)?.capabilities;
    const isPossible = can?.returnsPayments === true || (Object.keys(destination).length > 0 && can?.paysOut === true);
    if (!isPossible) {
      deps.log.warn({ order_id: orderId }, 'refund_needs_operator');
      return undefined;
    }
    if ((await stopOf(deps, tx, leavingOf(deps, tx, order, { purpose: 'refund' }))) !== null) return undefined;
    return await insertPayout(tx, {
      id: deps.random.uuid(),
      subject: orderSubject(orderId),
      purpose: 'refund',
      rail: system.rail,
      code: system.code,
      wallet: order.incomeWallet,
      amount: refundOf(order),
      now: deps.clock.now(),
    });
  });
}

/** The return of a surplus waits as a row of its own: claiming it is taking that row, which a person may have done first. */
async function claimSurplus(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockById(tx, orderId);
    const waiting = order && (await findLiveSurplus(tx, orderId));
    if (waiting?.state !== 'queued' || order === undefined || (await isLeftToPeople(tx, orderId))) return undefined;
    const can = deps.rails.get(waiting.rail)?.capabilities;
    if (!order.hasRefundDestination && can?.returnsPayments !== true) return undefined;
    if (can?.returnsPayments !== true && can?.paysOut !== true) {
      deps.log.warn({ order_id: orderId }, 'surplus_needs_operator');
      await leaveToPerson(tx, waiting.id);
      return undefined;
    }
    const leaving = leavingOf(deps, tx, order, { purpose: 'surplus', surplus: waiting.amount });
    if ((await stopOf(deps, tx, { ...leaving, rail: waiting.rail })) !== null) return undefined;
    return (await takeQueued(tx, waiting.id, { state: 'claimed', now: deps.clock.now() })) ? await findPayout(tx, waiting.id) : undefined;
  });
}

const CLAIM: Readonly<Record<PayoutPurpose, (deps: PayoutDeps, orderId: string) => Promise<Payout | undefined>>> = {
  payout: claimPayout,
  refund: claimRefund,
  surplus: claimSurplus,
};

const JOBS: Readonly<Record<PayoutPurpose, string>> = {
  payout: JOB.executePayout,
  refund: JOB.executeRefund,
  surplus: JOB.executeSurplus,
};

/** What an order would pay where it still waits to. */
async function waitingOf(deps: PayoutDeps, tx: Tx, orderId: string, purpose: PayoutPurpose): Promise<Leaving | undefined> {
  const order = await lockById(tx, orderId);
  if (!order) return undefined;
  if (purpose === 'surplus') {
    const queued = await findLiveSurplus(tx, orderId);
    return queued?.state === 'queued' ? leavingOf(deps, tx, order, { purpose, surplus: queued.amount }) : undefined;
  }
  if (order.status !== (purpose === 'payout' ? 'payout_pending' : 'refund_pending') || (await findLivePayout(tx, orderId)))
    return undefined;
  return leavingOf(deps, tx, order, { purpose });
}

/** T21: somebody has said no to what was ordered; what goes back stays where it waits. */
async function declineOrder(
  deps: PayoutDeps,
  tx: Tx,
  { id, purpose, operatorId, note }: { id: string; purpose: PayoutPurpose; operatorId: string; note: string },
): Promise<void> {
  const order = purpose === 'payout' ? await lockById(tx, id) : undefined;
  if (order?.status !== 'payout_pending') return;
  const cause = { move: 'fail_payout', by: 'operator', now: deps.clock.now(), fee: null, note: note || null } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: operatorId } });
  if (!moved.ok) throw new Error(`fail_payout of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}

/** Orders pay through the machine: what was ordered, what goes back whole, what came beyond. */
export const ORDER_SUBJECT: PayoutSubjectWith<PayoutDeps> = {
  claim: async (deps, id, purpose) => await CLAIM[purpose](deps, id),
  destination: async (deps, { subject, purpose }) =>
    await openDestination(deps, deps.db, { id: subject.id, side: purpose === 'payout' ? 'outcome' : 'income' }),
  waiting: waitingOf,
  decline: async (deps, tx, id, no) => await declineOrder(deps, tx, { id, ...no }),
  execute: async (deps, tx, id, purpose) => await deps.queue.send(tx, JOBS[purpose], { order_id: id }),
  async lock(deps, tx, id) {
    const order = await lockById(tx, id);
    return (
      order && {
        async onEnd(ended) {
          await settleAttempt(deps, tx, { ...ended, order });
          if (ended.state !== 'failed' || ended.payout.purpose !== 'payout' || ended.blames === undefined) return;
          const failed = await lockById(tx, id);
          if (failed) await askByItself(deps, tx, failed);
        },
        async onNews(payout, { state, txHash: told }) {
          const txHash = payout.purpose === 'surplus' ? order.outcomeTxHash : (told ?? order.outcomeTxHash);
          const isNews = txHash !== order.outcomeTxHash || payout.state !== state;
          if (isNews) await applyTouch(deps, tx, { order, touch: { touch: 'follow_payout', by: 'provider', txHash }, by: NOBODY });
        },
      }
    );
  },
};
