import type { Cause } from '#core/order/cause.ts';
import { KEEP, smallerHold } from '#core/order/hold.ts';
import { targetOf } from '#core/order/lifecycle.ts';
import { factsOf } from '#core/order/money-seen.ts';
import type { Order } from '#core/order/order.ts';
import { acceptsItself, reactToPayment, renewRequote, waitForReserve } from '#core/order/payment.ts';
import { creditReceived } from '#core/order/postings.ts';
import { isFinal } from '#core/order/status.ts';
import { AGREED_STATUSES } from '#core/order/surplus.ts';
import { post } from '#server/ledger/post.ts';
import { applyMove, touchOrder, touchPromise, type MoveDeps } from '#server/orders/move/apply-move.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { paymentTermsOf, suspenseOf } from '#server/orders/payment-terms.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { balanceAgreed } from './balance-agreed.ts';
import { bookPosted, type Step } from './step.ts';
import { findSeenMoney } from './store.ts';
import { takeBack } from './take-back.ts';

const SYSTEM = { actorId: null };

/** An operator whose word is the newest thing said: he stands behind the move it causes. */
export interface Witness {
  readonly operatorId: string;
  readonly note: string;
}

interface Known {
  readonly order: Order;
  readonly step: Step;
}

async function makeMove(deps: MoveDeps, tx: Tx, order: Order, step: Step & { cause: Cause; witness: Witness | null }): Promise<Order> {
  const { cause, witness } = step;
  const isHis = cause.move === 'confirm_receipt' && witness !== null;
  const moved = await applyMove(deps, tx, {
    order,
    cause: isHis ? { ...cause, note: witness.note } : cause,
    by: isHis ? { actorId: witness.operatorId } : SYSTEM,
  });
  if (moved.ok) return moved.value;
  if (moved.refusals[0]?.code === 'has_no_reserves' && targetOf(cause.move) === 'paid') {
    const waiting = await applyMove(deps, tx, { order, cause: waitForReserve(order, step.facts, step.terms, cause.now), by: SYSTEM });
    if (waiting.ok) return waiting.value;
  }
  throw new Error(`${cause.move} of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}

/** T16 by the system, when the new numbers are not worse for the customer. */
async function acceptForCustomer(deps: MoveDeps, tx: Tx, order: Order, { terms }: Step): Promise<Order> {
  const option = acceptsItself(order, terms.tolerancePpm);
  if (option === null) return order;
  const cause = { move: 'accept_requote', by: 'system', now: deps.clock.now(), option, provider: suspenseOf(deps, order) } as const;
  const accepted = await applyMove(deps, tx, { order, cause, by: SYSTEM });
  return accepted.ok ? accepted.value : order;
}

async function renewChoice(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<Known> {
  const { facts, terms } = step;
  const requote = renewRequote(order, facts, terms, deps.clock.now());
  if (requote === null && facts.uncredited === 0n) return { order, step };
  const postings = creditReceived(order, orderAssets(deps.catalogue, order), facts.uncredited);
  await post(deps, tx, postings, { orderId: order.id, actor: facts.by, actorId: null });
  const now = requote ?? order.requote;
  const change = { receivedAmount: facts.final, creditedAmount: order.creditedAmount + facts.uncredited, requote: now };
  const hold = now === null ? KEEP : smallerHold(order.hold, now);
  const renewed = await touchPromise(deps, tx, order, { change, hold });
  return { order: renewed, step: await bookPosted(deps, tx, step) };
}

async function walk(deps: MoveDeps, tx: Tx, start: Known, witness: Witness | null): Promise<Known> {
  let { order, step } = start;
  for (;;) {
    const cause = reactToPayment(order, step.facts, step.terms, deps.clock.now());
    if (cause === null) return { order, step };
    order = await makeMove(deps, tx, order, { ...step, cause, witness });
    if ('credit' in cause && cause.credit > 0n) step = await bookPosted(deps, tx, step);
  }
}

/**
 * Brings a locked order up to what rails and operators have said about its money: takes back what is gone, walks every move
 * that follows, credits what is final exactly once, keeps what belongs to no agreement. Running it again changes nothing.
 */
export async function settlePayment(deps: MoveDeps, tx: Tx, locked: Order, witness: Witness | null = null): Promise<Order> {
  const rows = await findSeenMoney(tx, locked.id);
  const terms = await paymentTermsOf(deps, tx, locked);
  const left = await takeBack(deps, tx, locked, { rows, facts: factsOf(locked, rows), terms });
  let { order, step } = await walk(deps, tx, left, witness);
  if (order.status === 'requote') {
    ({ order, step } = await renewChoice(deps, tx, order, step));
    order = await acceptForCustomer(deps, tx, order, step);
  }
  if (AGREED_STATUSES.includes(order.status)) return await balanceAgreed(deps, tx, order, step);
  const { facts } = step;
  const confirmationsMoved =
    order.status === 'payment_detected' && (order.confirmations !== facts.confirmations || order.receivedAmount !== facts.received);
  if (!confirmationsMoved || isFinal(order.status)) return order;
  return await touchOrder(deps, tx, order, {
    confirmations: facts.confirmations,
    requiredConfirmations: facts.requiredConfirmations,
    receivedAmount: facts.received,
    incomeTxHash: facts.txHash,
  });
}
