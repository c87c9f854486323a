import type { Cause, Share } from '#core/order/cause.ts';
import type { Order } from '#core/order/order.ts';
import { sharesOf, sumOf } from '#core/order/surplus.ts';
import type { Instant } from '#core/time.ts';
import { findSuspense } from '#server/ledger/queries.ts';
import { applyMove, applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { autoReturnSurplus } from '#server/payouts/surplus.ts';
import { insertPayout } from '#server/payouts/store.ts';
import type { EndedAttempt } from '#server/payouts/subject.ts';

type OrderAttempt = EndedAttempt & { readonly order: Order };

/** The move that the end of an attempt causes; null: the order keeps its state and the attempt is repeated. */
function causeOf(now: Instant, { payout, state, txHash, fee, by }: OrderAttempt): Cause | null {
  const ended = { by: by.actor, now, fee, note: by.note };
  if (state === 'executed') return { ...ended, move: payout.purpose === 'refund' ? 'complete_refund' : 'complete', txHash };
  return payout.purpose === 'refund' ? null : { ...ended, move: 'fail_payout' };
}

/** The part of the order's suspense, per provider, that covers the returned amount. */
function returnedOf(suspense: readonly Share[], amount: bigint): Share[] {
  const shares = sharesOf(suspense, amount);
  if (sumOf(shares) !== amount) throw new Error(`suspense holds less than the ${amount} that was given back`);
  return shares;
}

/** The order keeps its state and the next attempt follows; the gas of a reverted transaction is booked. */
async function failAttempt(deps: MoveDeps, tx: Tx, { order, fee, by }: OrderAttempt): Promise<void> {
  await applyTouch(deps, tx, { order, touch: { touch: 'fail_attempt', by: by.actor, fee }, by: { actorId: by.actorId } });
}

/** A returned surplus leaves suspense and the treasury; a failed return is queued again. */
async function settleSurplus(deps: MoveDeps, tx: Tx, ended: OrderAttempt): Promise<void> {
  const { payout, order, state, fee, by } = ended;
  const now = deps.clock.now();
  if (state === 'failed') {
    const { subject, purpose, code, wallet, amount } = payout;
    const { rail } = deps.catalogue.paymentSystem(code) ?? payout;
    const next = await insertPayout(tx, { id: deps.random.uuid(), subject, purpose, rail, code, wallet, amount, now, state: 'queued' });
    if (!next) throw new Error(`two returns of the surplus of order ${order.id}`);
    await failAttempt(deps, tx, ended);
    return;
  }
  const shares = returnedOf(await findSuspense(tx, order.id), payout.amount);
  const touch = { touch: 'return_surplus', by: by.actor, returned: shares, fee } as const;
  const returned = await applyTouch(deps, tx, { order, touch, by: { actorId: by.actorId } });
  // Also returns what arrived while this return was being sent
  await autoReturnSurplus(deps, tx, returned);
}

/** Applies the end of an attempt to its order, in the transaction that ended it. */
export async function settleAttempt(deps: MoveDeps, tx: Tx, ended: OrderAttempt): Promise<void> {
  const { payout, order, by } = ended;
  if (payout.purpose === 'surplus') return await settleSurplus(deps, tx, ended);
  const cause = causeOf(deps.clock.now(), ended);
  if (cause === null) return await failAttempt(deps, tx, ended);
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: by.actorId } });
  if (!moved.ok) throw new Error(`${cause.move} of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}
