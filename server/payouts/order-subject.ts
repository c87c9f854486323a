import type { Order } from '#core/order/order.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { orderSubject, type PayoutPurpose } from '#core/payout/payout.ts';
import { PAYOUT_JOBS, type PayoutDeps, type PayoutSubjectWith, type PendingPayout } from './subject.ts';
import { applyMove, applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { openDestination } from '#server/orders/destination.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { isBlockedForReview } from './by-hand/payout-blocks.ts';
import { requestDestinationAutomatically } from './corrections/request-destination.ts';
import { findReview } from './queries.ts';
import { settleAttempt } from '#server/payouts/machine/settle-attempt.ts';
import { findBlock } from '#server/payouts/gate/payout-gate.ts';
import { outgoingOf } from './machine/outgoing.ts';
import { sql, type Tx } from '#server/platform/db/db.ts';
import { findLivePayout, findLiveSurplus, findPayout, insertPayout, assignToOperator, type Payout, takeQueued } from './store.ts';

/** The payment system of an attempt: the order's outcome, or for refunds and surpluses its income. */
const systemOf = (deps: PayoutDeps, order: Order, purpose: PayoutPurpose) =>
  orderSides(deps.catalogue, order)[purpose === 'payout' ? 'outcome' : 'income'];

/**
 * Claims the payout before the provider is called (T19). The unique index on live attempts and the move's compare-and-set prevent a
 * second claim. Undefined: nothing to pay now.
 */
async function claimPayout(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'payout_pending' || (await isBlockedForReview(tx, orderId))) return undefined;
    const now = deps.clock.now();
    const reviewBefore = await findReview(tx, orderId, now);
    if ((await findBlock(deps, tx, outgoingOf(deps, tx, order, { purpose: 'payout' }))) !== null) {
      // A review has started or changed: update the order page
      const review = await findReview(tx, orderId, now);
      if (review?.since !== reviewBefore?.since || review?.why !== reviewBefore?.why)
        await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'system' }, by: NO_ACTOR });
      return undefined;
    }
    const system = systemOf(deps, order, 'payout');
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

/** Claims the refund before the provider is called. The state stays `refund_pending` until it is executed (T26). Undefined: nothing to pay now. */
async function claimRefund(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.status !== 'refund_pending' || (await isBlockedForReview(tx, orderId))) return undefined;
    const system = systemOf(deps, order, 'refund');
    const destination = await openDestination(deps, tx, { id: orderId, side: 'income' });
    const capabilities = deps.rails.get(system.rail)?.capabilities;
    const isPossible = capabilities?.returnsPayments === true || (Object.keys(destination).length > 0 && capabilities?.paysOut === true);
    if (!isPossible) {
      deps.log.warn({ order_id: orderId }, 'refund_needs_operator');
      return undefined;
    }
    if ((await findBlock(deps, tx, outgoingOf(deps, tx, order, { purpose: 'refund' }))) !== null) return undefined;
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

/** Claims the queued surplus return, unless an operator took it first. Undefined: nothing to pay now. */
async function claimSurplus(deps: PayoutDeps, orderId: string): Promise<Payout | undefined> {
  return await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const queued = order && (await findLiveSurplus(tx, orderId));
    if (queued?.state !== 'queued' || order === undefined || (await isBlockedForReview(tx, orderId))) return undefined;
    const capabilities = deps.rails.get(queued.rail)?.capabilities;
    if (!order.hasRefundDestination && capabilities?.returnsPayments !== true) return undefined;
    if (capabilities?.returnsPayments !== true && capabilities?.paysOut !== true) {
      deps.log.warn({ order_id: orderId }, 'surplus_needs_operator');
      await assignToOperator(tx, queued.id);
      return undefined;
    }
    const outgoing = outgoingOf(deps, tx, order, { purpose: 'surplus', surplus: queued.amount });
    if ((await findBlock(deps, tx, { ...outgoing, rail: queued.rail })) !== null) return undefined;
    return (await takeQueued(tx, queued.id, { state: 'claimed', now: deps.clock.now() })) ? await findPayout(tx, queued.id) : undefined;
  });
}

const CLAIM_BY_PURPOSE: Readonly<Record<PayoutPurpose, (deps: PayoutDeps, orderId: string) => Promise<Payout | undefined>>> = {
  payout: claimPayout,
  refund: claimRefund,
  surplus: claimSurplus,
};

const JOB_BY_PURPOSE: Readonly<Record<PayoutPurpose, string>> = {
  payout: PAYOUT_JOBS.executePayout,
  refund: PAYOUT_JOBS.executeRefund,
  surplus: PAYOUT_JOBS.executeSurplus,
};

/** The payment of an order that still waits to be sent. */
async function findWaiting(deps: PayoutDeps, tx: Tx, orderId: string, purpose: PayoutPurpose): Promise<PendingPayout | undefined> {
  const order = await lockOrder(tx, orderId);
  if (!order) return undefined;
  if (purpose === 'surplus') {
    const queued = await findLiveSurplus(tx, orderId);
    return queued?.state === 'queued' ? outgoingOf(deps, tx, order, { purpose, surplus: queued.amount }) : undefined;
  }
  if (order.status !== (purpose === 'payout' ? 'payout_pending' : 'refund_pending') || (await findLivePayout(tx, orderId)))
    return undefined;
  return outgoingOf(deps, tx, order, { purpose });
}

/** Fails a declined payout (T21). A declined refund or surplus keeps waiting. */
async function declineOrder(
  deps: PayoutDeps,
  tx: Tx,
  { id, purpose, operatorId, note }: { id: string; purpose: PayoutPurpose; operatorId: string; note: string },
): Promise<void> {
  const order = purpose === 'payout' ? await lockOrder(tx, id) : undefined;
  if (order?.status !== 'payout_pending') return;
  const cause = { move: 'fail_payout', by: 'operator', now: deps.clock.now(), fee: null, note: note || null } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: operatorId } });
  if (!moved.ok) throw new Error(`fail_payout of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}

/** Payouts, refunds and surplus returns of orders. */
export const ORDER_SUBJECT: PayoutSubjectWith<PayoutDeps> = {
  claim: async (deps, id, purpose) => await CLAIM_BY_PURPOSE[purpose](deps, id),
  destination: async (deps, { subject, purpose }) =>
    await openDestination(deps, deps.db, { id: subject.id, side: purpose === 'payout' ? 'outcome' : 'income' }),
  fingerprintOf: (id) => sql`(select outcome_fingerprint from orders where id = ${id})`,
  findWaiting,
  decline: async (deps, tx, id, decision) => await declineOrder(deps, tx, { id, ...decision }),
  enqueue: async (deps, tx, id, purpose) => await deps.queue.send(tx, JOB_BY_PURPOSE[purpose], { order_id: id }),
  async lock(deps, tx, id) {
    const order = await lockOrder(tx, id);
    return (
      order && {
        async onAttemptEnded(ended) {
          await settleAttempt(deps, tx, { ...ended, order });
          if (ended.state !== 'failed' || ended.payout.purpose !== 'payout' || ended.blames === undefined) return;
          const failed = await lockOrder(tx, id);
          if (failed) await requestDestinationAutomatically(deps, tx, failed);
        },
        async onAttemptUpdated(payout, { state, txHash: newTxHash }) {
          const txHash = payout.purpose === 'surplus' ? order.outcomeTxHash : (newTxHash ?? order.outcomeTxHash);
          const isChanged = txHash !== order.outcomeTxHash || payout.state !== state;
          if (isChanged) await applyTouch(deps, tx, { order, touch: { touch: 'follow_payout', by: 'provider', txHash }, by: NO_ACTOR });
        },
      }
    );
  },
};
