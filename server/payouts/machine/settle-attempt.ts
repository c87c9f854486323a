import type { Cause, Share } from '#core/order/cause.ts';
import type { Order } from '#core/order/order.ts';
import { sharesOf, sumOf } from '#core/order/surplus.ts';
import type { Instant } from '#core/time.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { returnByItself } from '#server/payouts/surplus/return-by-itself.ts';
import { insertPayout } from '#server/payouts/store.ts';
import type { EndedAttempt } from '#server/payouts/subject.ts';

type OrderAttempt = EndedAttempt & { readonly order: Order };

/** The move that the end of an attempt causes; null: the order stays where it is and the machine tries again. */
function causeOf(now: Instant, { payout, state, txHash, fee, by }: OrderAttempt): Cause | null {
  const ended = { by: by.actor, now, fee, note: by.note };
  if (state === 'executed') return { ...ended, move: payout.purpose === 'refund' ? 'complete_refund' : 'complete', txHash };
  return payout.purpose === 'refund' ? null : { ...ended, move: 'fail_payout' };
}

/** What suspense holds for the order, provider by provider, as far as this was given back. */
function returnedOf(kept: readonly Share[], amount: bigint): Share[] {
  const shares = sharesOf(kept, amount);
  if (sumOf(shares) !== amount) throw new Error(`suspense holds less than the ${amount} that was given back`);
  return shares;
}

/** The order stays where it is and the next attempt follows; what a reverted transaction has burnt is spent. */
async function failAttempt(deps: MoveDeps, tx: Tx, { order, fee, by }: OrderAttempt): Promise<void> {
  await applyTouch(deps, tx, { order, touch: { touch: 'fail_attempt', by: by.actor, fee }, by: { actorId: by.actorId } });
}

/** A surplus is back with its customer: it leaves suspense and the treasury. One that failed waits for the next attempt. */
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
  // What came while this one was on its way
  await returnByItself(deps, tx, returned);
}

/** What the end of an attempt means for its order, in the transaction that ended it: the provider's word and a person's alike. */
export async function settleAttempt(deps: MoveDeps, tx: Tx, ended: OrderAttempt): Promise<void> {
  const { payout, order, by } = ended;
  if (payout.purpose === 'surplus') return await settleSurplus(deps, tx, ended);
  const cause = causeOf(deps.clock.now(), ended);
  if (cause === null) return await failAttempt(deps, tx, ended);
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: by.actorId } });
  if (!moved.ok) throw new Error(`${cause.move} of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}
