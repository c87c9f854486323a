import type { Order } from '#core/order/order.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { BY_HAND_RAIL, orderSubject, type PayoutPurpose, takeablePayouts } from '#core/payout/payout.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { type LeasedOrder, lockLeasedVersion } from '#server/orders/access.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { openDestination } from '#server/orders/destination.ts';
import { applyMove, applyTouch } from '#server/orders/move/apply-move.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { lockOrder } from '#server/orders/queries.ts';
import { findBlock, type PayoutBlock } from '#server/payouts/gate/payout-gate.ts';
import { outgoingOf } from '#server/payouts/machine/outgoing.ts';
import { settleAttempt } from '#server/payouts/machine/settle-attempt.ts';
import { endAttempt, findAttempts, findLiveSurplus, insertPayout, type Payout, takeQueued } from '#server/payouts/store.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isContradicted } from './payout-blocks.ts';

type TakeRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'has_no_reserves';

/** Claims the payout of an order for an operator (T19, by hand); from `payout_failed` it is retried first (T21). */
async function claimByHand(deps: MoveDeps, tx: Tx, order: Order, operatorId: string): Promise<Result<Order, TakeRefusal>> {
  const now = deps.clock.now();
  const by = { actorId: operatorId };
  let claimed = order;
  if (order.status === 'payout_failed') {
    const retried = await applyMove(deps, tx, { order, cause: { move: 'retry_payout', by: 'operator', now, note: null }, by });
    if (!retried.ok) return refuse({ code: retried.refusals[0]?.code === 'has_no_reserves' ? 'has_no_reserves' : 'order_state_conflict' });
    claimed = retried.value;
  }
  const moved = await applyMove(deps, tx, { order: claimed, cause: { move: 'claim_payout', by: 'operator', now }, by });
  return moved.ok ? moved : refuse({ code: 'order_state_conflict' });
}

/** Makes the attempt that the operator pays: the queued surplus return, or a new attempt. False: another attempt is live. */
async function takeAttempt(deps: MoveDeps, tx: Tx, order: Order, take: { purpose: PayoutPurpose; operatorId: string }): Promise<boolean> {
  const { purpose, operatorId } = take;
  const now = deps.clock.now();
  if (purpose === 'surplus') {
    const queued = await findLiveSurplus(tx, order.id);
    return queued !== undefined && (await takeQueued(tx, queued.id, { state: 'by_hand', takenBy: operatorId, now }));
  }
  const { income, outcome } = orderSides(deps.catalogue, order);
  const attempt =
    purpose === 'payout'
      ? { code: outcome.code, wallet: order.outcomeWallet, amount: order.outcomeAmount }
      : { code: income.code, wallet: order.incomeWallet, amount: refundOf(order) };
  const inserted = await insertPayout(tx, {
    id: deps.random.uuid(),
    subject: orderSubject(order.id),
    purpose,
    rail: BY_HAND_RAIL,
    ...attempt,
    now,
    state: 'by_hand',
    takenBy: operatorId,
  });
  return inserted !== undefined;
}

/** Messages for what blocks a payout by hand: the same checks as for automatic payouts. */
const BLOCK_MESSAGES: Readonly<Record<PayoutBlock, string>> = {
  paused: 'payout_paused',
  approval: 'payout_needs_approval',
  cap: 'payout_capped',
};

/**
 * Lets an operator pay a payout, refund or surplus by hand (domain 5). The `by_hand` attempt is the only live attempt that the unique index
 * allows, so no automatic one can start.
 */
export async function takeByHand(
  deps: MoveDeps & Pick<Deps, 'payoutSubjects'>,
  tx: Tx,
  input: LeasedOrder & { readonly purpose: PayoutPurpose },
): Promise<Result<null, TakeRefusal>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  const { purpose, operatorId } = input;
  const takeable = takeablePayouts(order.status, await findAttempts(tx, order.id));
  if (!takeable.includes(purpose)) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const surplus = purpose === 'surplus' ? (await findLiveSurplus(tx, order.id))?.amount : undefined;
  const outgoing = outgoingOf(deps, tx, order, { purpose, ...(surplus === undefined ? {} : { surplus }) });
  const block = await findBlock(deps, tx, { ...outgoing, rail: BY_HAND_RAIL });
  if (block !== null) return refuse({ code: 'order_state_conflict', message: BLOCK_MESSAGES[block] });
  if (!(await takeAttempt(deps, tx, order, { purpose, operatorId })))
    return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  if (purpose === 'payout') {
    const claimed = await claimByHand(deps, tx, order, operatorId);
    if (!claimed.ok) return claimed;
  } else await applyTouch(deps, tx, { order, touch: { touch: 'change_beside', by: 'operator' }, by: { actorId: operatorId } });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'payout.take',
    subjectType: 'order',
    subjectId: order.id,
    detail: { purpose },
  });
  return accept(null);
}

/** The attempt, if this operator has taken it by hand. */
const findTakenAttempt = (attempts: readonly Payout[], payoutId: string, operatorId: string): Payout | undefined =>
  attempts.find(({ id, state, takenBy }) => id === payoutId && state === 'by_hand' && takenBy === operatorId);

/**
 * Releases a payout taken by hand: nothing was sent, automatic payment may continue. The payout stays failed where the reserve is too
 * small for its retry.
 */
export async function releaseByHand(
  deps: MoveDeps,
  tx: Tx,
  input: LeasedOrder & { readonly payoutId: string; readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const locked = await lockLeasedVersion(deps, tx, input);
  if (!locked.ok) return locked;
  const order = locked.value;
  const { operatorId, note } = input;
  const payout = findTakenAttempt(await findAttempts(tx, order.id), input.payoutId, operatorId);
  if (!payout) return refuse({ code: 'order_state_conflict' });
  const now = deps.clock.now();
  await endAttempt(tx, payout.id, { state: 'failed', now, reference: null, reason: 'given_back' });
  await settleAttempt(deps, tx, {
    payout,
    order,
    state: 'failed',
    txHash: null,
    fee: null,
    by: { actor: 'operator', actorId: operatorId, note },
  });
  const failedOrder = payout.purpose === 'payout' ? await lockOrder(tx, order.id) : undefined;
  // May be refused where the reserve is too small: the payout then stays failed and waits for a retry
  if (failedOrder && !(await isContradicted(tx, order.id)))
    await applyMove(deps, tx, {
      order: failedOrder,
      cause: { move: 'retry_payout', by: 'operator', now, note },
      by: { actorId: operatorId },
    });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'payout.give_back',
    subjectType: 'order',
    subjectId: order.id,
    detail: { payout_id: payout.id, purpose: payout.purpose, note },
  });
  return accept(null);
}

/** Returns the full requisites, only to the operator who has taken the payout by hand. Every view is audited (domain 5, "By hand"). */
export async function revealDestination(
  deps: Pick<Deps, 'secrets' | 'random'>,
  tx: Tx,
  { orderId, payoutId, operatorId }: { readonly orderId: string; readonly payoutId: string; readonly operatorId: string },
): Promise<Result<RequisiteValues, 'order_state_conflict'>> {
  const payout = findTakenAttempt(await findAttempts(tx, orderId), payoutId, operatorId);
  if (!payout) return refuse({ code: 'order_state_conflict' });
  const side = payout.purpose === 'payout' ? 'outcome' : 'income';
  const requisites = await openDestination(deps, tx, { id: orderId, side });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'requisites.view',
    subjectType: 'order',
    subjectId: orderId,
    detail: { payout_id: payoutId, purpose: payout.purpose, side },
  });
  return accept(requisites);
}
