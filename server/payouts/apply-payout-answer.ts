import type { Fee } from '#core/order/cause.ts';
import type { Order } from '#core/order/order.ts';
import type { PayoutAnswer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { type MoveDeps, NOBODY } from '#server/orders/move/apply-move.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { lockById } from '#server/orders/find-order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { settleAttempt } from './settle-attempt.ts';
import { findPayout, savePayout, type Payout, type PayoutChange } from './store.ts';

type AnswerDeps = MoveDeps & Pick<Deps, 'db'>;

/** References are ours; a provider's report may carry anything. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The provider's word as a change of the attempt. An amount that is not ours is never success: it stays unknown until a person looks. */
function changeFor(payout: Payout, answer: PayoutAnswer, now: number): PayoutChange {
  switch (answer.outcome) {
    case 'accepted':
      return { ...answer, state: 'accepted', now, reason: null };
    case 'executed':
      return answer.amount === payout.amount
        ? { state: 'executed', now, externalId: answer.externalId, txHash: answer.txHash, reason: null }
        : { state: 'unknown', now, txHash: answer.txHash, reason: `executed with another amount: ${answer.amount}` };
    case 'failed':
      return { state: 'failed', now, reason: answer.reason };
    case 'unknown':
      return { state: 'unknown', now, reason: answer.reason };
    case 'not_found':
      return { state: 'unknown', now, reason: 'the provider does not know it yet' };
  }
}

function feeOf(deps: AnswerDeps, answer: PayoutAnswer): Fee | null {
  if (!('networkFee' in answer) || answer.networkFee == null) return null;
  const system = deps.catalogue.paymentSystem(answer.networkFee.wallet);
  return system ? { wallet: system.outcomeWallet, asset: system.asset, amount: answer.networkFee.amount } : null;
}

/** The provider's word about an attempt: its end moves the order, everything else is shown at most. */
async function moveOrder(
  deps: AnswerDeps,
  tx: Tx,
  payout: Payout,
  step: { change: PayoutChange; answer: PayoutAnswer; order: Order },
): Promise<void> {
  const { change, answer, order } = step;
  const { state } = change;
  if (state === 'executed' || state === 'failed') {
    const by = { actor: 'provider', actorId: null, note: null } as const;
    return await settleAttempt(deps, tx, { payout, order, state, txHash: change.txHash ?? null, fee: feeOf(deps, answer), by });
  }
  const txHash = payout.purpose === 'surplus' ? order.outcomeTxHash : (change.txHash ?? order.outcomeTxHash);
  const isNews = txHash !== order.outcomeTxHash || payout.state !== state;
  if (isNews) await applyTouch(deps, tx, { order, touch: { touch: 'follow_payout', by: 'provider', txHash }, by: NOBODY });
}

/** A final attempt that is now told the other way: nothing changes, a person must look. */
const contradicts = (payout: Payout, answer: PayoutAnswer): boolean =>
  (payout.state === 'executed' && answer.outcome === 'failed') || (payout.state === 'failed' && answer.outcome === 'executed');

/** Writes what a rail says about one attempt (its answer, a callback, a poll) and moves the order with it, once: a final attempt never changes again. */
export async function applyPayoutAnswer(deps: AnswerDeps, payoutId: string, answer: PayoutAnswer): Promise<void> {
  await deps.db.tx(async (tx) => {
    const known = UUID.test(payoutId) ? await findPayout(tx, payoutId) : undefined;
    if (!known) {
      deps.log.warn({ payout_id: payoutId }, 'payout_answer_without_payout');
      return;
    }
    const order = await lockById(tx, known.orderId);
    const payout = await findPayout(tx, payoutId);
    if (!order || !payout) throw new Error(`payout ${payoutId} lost its order`);
    const change = changeFor(payout, answer, deps.clock.now());
    if (change.state === 'failed' && payout.purpose !== 'payout')
      deps.log.error({ payout_id: payoutId, order_id: order.id, reason: change.reason }, 'refund_failed');
    if (change.state === 'unknown') deps.log.warn({ payout_id: payoutId, order_id: order.id, reason: change.reason }, 'payout_unknown');
    const saved = await savePayout(tx, payoutId, change);
    if (saved) await moveOrder(deps, tx, payout, { change, answer, order });
    else if (contradicts(payout, answer)) {
      const detail = { order_id: order.id, purpose: payout.purpose, known: payout.state, told: answer.outcome };
      await raiseIncident(deps, tx, { kind: 'payout_contradicted', subject: payoutId, detail });
    }
  });
}
