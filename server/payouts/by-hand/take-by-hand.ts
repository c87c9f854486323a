import { refundOf } from '#core/order/refund-fee.ts';
import type { Order } from '#core/order/order.ts';
import { BY_HAND_RAIL, orderSubject, type PayoutPurpose, takeablePayouts } from '#core/payout.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { lockById } from '#server/orders/find-order.ts';
import { type HeldOrder, lockHeldOrder } from '#server/orders/lock-held-order.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import { type Stop, stopOf } from '#server/limits/payout-gate.ts';
import { leavingOf } from '#server/payouts/machine/leaving.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isContradicted } from './find-contradiction.ts';
import { settleAttempt } from '#server/payouts/machine/settle-attempt.ts';
import { endAttempt, findAttempts, findLiveSurplus, insertPayout, type Payout, takeQueued } from '#server/payouts/store.ts';

type TakeRefusal = 'not_found' | 'lease_held' | 'order_state_conflict' | 'has_no_reserves';

/** The order as one whose payout this person has claimed (T19, by hand): from `payout_failed` it is retried first (T21). */
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

async function insertByHand(deps: MoveDeps, tx: Tx, order: Order, taken: { purpose: PayoutPurpose; operatorId: string }): Promise<boolean> {
  const { purpose, operatorId } = taken;
  const now = deps.clock.now();
  if (purpose === 'surplus') {
    const waiting = await findLiveSurplus(tx, order.id);
    return waiting !== undefined && (await takeQueued(tx, waiting.id, { state: 'by_hand', takenBy: operatorId, now }));
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

/** What stops the machine stops people as well: a limit that a person passes alone is none. */
const STOPPED: Readonly<Record<Stop, string>> = { paused: 'payout_paused', approval: 'payout_needs_approval', cap: 'payout_capped' };

/**
 * Takes what is to be paid from the machine (domain 5: while a machine may still act, a person cannot act beside it). The attempt
 * in hand is the one live attempt that the unique index allows: the machine finds nothing to claim and asks nobody about it.
 */
export async function takeByHand(
  deps: MoveDeps,
  tx: Tx,
  input: HeldOrder & { readonly purpose: PayoutPurpose },
): Promise<Result<null, TakeRefusal>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  const { purpose, operatorId } = input;
  const possible = takeablePayouts(order.status, await findAttempts(tx, order.id));
  if (!possible.includes(purpose)) return refuse({ code: 'order_state_conflict', message: 'payout_under_way' });
  const surplus = purpose === 'surplus' ? (await findLiveSurplus(tx, order.id))?.amount : undefined;
  const leaving = leavingOf(deps, tx, order, { purpose, ...(surplus === undefined ? {} : { surplus }) });
  const stop = await stopOf(deps, tx, { ...leaving, rail: BY_HAND_RAIL });
  if (stop !== null) return refuse({ code: 'order_state_conflict', message: STOPPED[stop] });
  if (!(await insertByHand(deps, tx, order, { purpose, operatorId })))
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

/** An attempt that this operator has in hand; undefined where it is not his. */
export const ownInHand = (attempts: readonly Payout[], payoutId: string, operatorId: string): Payout | undefined =>
  attempts.find(({ id, state, takenBy }) => id === payoutId && state === 'by_hand' && takenBy === operatorId);

/** Gives it back: nothing was sent by hand, the machine may act again. A payout waits as failed for its retry where the reserve is short. */
export async function giveBack(
  deps: MoveDeps,
  tx: Tx,
  input: HeldOrder & { readonly payoutId: string; readonly note: string },
): Promise<Result<null, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const held = await lockHeldOrder(deps, tx, input);
  if (!held.ok) return held;
  const order = held.value;
  const { operatorId, note } = input;
  const payout = ownInHand(await findAttempts(tx, order.id), input.payoutId, operatorId);
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
  const after = payout.purpose === 'payout' ? await lockById(tx, order.id) : undefined;
  // Refused where the reserve is short by now: then it waits as failed for its retry, as it does where the rail tells of money sent
  if (after && !(await isContradicted(tx, order.id)))
    await applyMove(deps, tx, { order: after, cause: { move: 'retry_payout', by: 'operator', now, note }, by: { actorId: operatorId } });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'payout.give_back',
    subjectType: 'order',
    subjectId: order.id,
    detail: { payout_id: payout.id, purpose: payout.purpose, note },
  });
  return accept(null);
}
