import type { Share } from '#core/order/cause.ts';
import { isLegal } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import { seenOf } from '#core/order/payment.ts';
import { uncredit } from '#core/order/postings.ts';
import { EXCHANGED } from '#core/order/status.ts';
import { AGREED_STATUSES, sharesOf, sumOf } from '#core/order/surplus.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { findSuspense } from '#server/ledger/find-suspense.ts';
import { post } from '#server/ledger/post.ts';
import { applyMove, touchOrder, type MoveDeps } from '#server/orders/move/apply-move.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { isOnItsWay } from '#server/payouts/is-on-its-way.ts';
import { withdrawReturn } from '#server/payouts/withdraw-return.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { bookPosted, ledgerTotal, type Step } from './step.ts';

/** Calls a person where a rail took back what was in the books (domain 5, "What an operator says"; R24). */
export async function tellReverted(deps: MoveDeps, tx: Tx, order: Order, step: Step & { readonly lost: bigint }): Promise<void> {
  if (step.lost === 0n && !step.rows.some((row) => row.state === 'reverted')) return;
  await raiseIncident(deps, tx, {
    kind: 'payment_reverted',
    subject: order.id,
    detail: {
      payment_system: order.incomeCode,
      status: order.status,
      taken_back: String(step.facts.takenBack),
      lost: String(step.lost),
      confirmed_by_operator: step.rows.some((row) => row.by === 'operator'),
    },
  });
}

/** Nothing of an agreement has left: neither its payout nor its refund is on its way. */
const isStillHere = async (tx: Tx, order: Order): Promise<boolean> =>
  EXCHANGED.includes(order.status) || (order.status === 'refund_pending' && !(await isOnItsWay(tx, order.id)));

const cause = (order: Order) => ({ orderId: order.id, actor: 'provider', actorId: null, reason: 'taken_back' }) as const;

/** The exchange is undone and the order goes back to a person, before anything has left. */
async function undoExchange(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<Order> {
  const kept = await findSuspense(tx, order.id);
  const returning = await withdrawReturn(tx, order.id);
  const left = ledgerTotal(step) - order.surplusReturned - returning;
  return await lose(deps, tx, order, {
    ...step,
    gone: order.creditedAmount - (left > 0n ? left : 0n),
    released: sharesOf(kept, sumOf(kept) - returning),
    // More was given back already than now remains: that part is lost
    lost: left < 0n ? -left : 0n,
  });
}

interface Loss extends Step {
  readonly gone: bigint;
  readonly released: readonly Share[];
  readonly lost: bigint;
}

async function lose(deps: MoveDeps, tx: Tx, order: Order, { facts, gone, released, lost }: Loss): Promise<Order> {
  const cause = { move: 'lose_payment', by: 'provider', now: deps.clock.now(), seen: seenOf(facts), gone, released, lost } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: { actorId: null } });
  if (!moved.ok) throw new Error(`order ${order.id} cannot lose its payment: ${moved.refusals[0]?.code}`);
  return moved.value;
}

async function correctCredit(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<Order> {
  const { received, takenBack } = step.facts;
  if (received === 0n && isLegal('lose_payment', order.status, 'provider'))
    return await lose(deps, tx, order, { ...step, gone: takenBack, released: [], lost: 0n });
  await post(deps, tx, uncredit(order, orderAssets(deps.catalogue, order), takenBack), cause(order));
  return await touchOrder(deps, tx, order, { receivedAmount: received, creditedAmount: order.creditedAmount - takenBack });
}

/**
 * Money that was in the books and is gone: taken back by a rail, or never there because an operator saw more than the rail
 * then reported. While nothing has left, the order loses it and goes on with what there is; what has left is our loss
 * (`balanceAgreed`). The hold stays.
 */
export async function takeBack(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<{ order: Order; step: Step }> {
  const { facts } = step;
  if (facts.takenBack === 0n) return { order, step };
  const isAgreed = AGREED_STATUSES.includes(order.status);
  const isUndone = ledgerTotal(step) < order.creditedAmount + order.surplusReturned && (await isStillHere(tx, order));
  if (isAgreed && !isUndone) return { order, step };
  const after = isUndone ? await undoExchange(deps, tx, order, step) : await correctCredit(deps, tx, order, step);
  await tellReverted(deps, tx, order, { ...step, lost: 0n });
  // What is new in the same breath is credited by the moves that follow
  const taken = await bookPosted(deps, tx, { ...step, facts: { ...facts, uncredited: 0n } });
  return { order: after, step: { ...taken, facts: { ...taken.facts, uncredited: facts.uncredited } } };
}
