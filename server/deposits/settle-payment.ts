import { acceptanceOf, acceptsItself, reactToPayment, renewRequote, waitingFor, type PaymentFacts } from '#core/order/payment.ts';
import type { PaymentTerms } from '#core/order/requote-options.ts';
import type { Cause } from '#core/order/decide.ts';
import { targetOf } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import { creditReceived, keepInSuspense } from '#core/order/postings.ts';
import { isFinal } from '#core/order/status.ts';
import { AGREED_STATUSES } from '#core/order/surplus.ts';
import { post } from '#server/ledger/post.ts';
import { applyMove, touchOrder, type MoveDeps } from '#server/orders/apply-move.ts';
import { orderAssets } from '#server/orders/order-assets.ts';
import { paymentTermsOf, suspenseOf } from '#server/orders/payment-terms.ts';
import { queuePayout } from '#server/orders/queue-payout.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { coverOperatorWord, findPaymentFacts, markPosted } from './store.ts';

const SYSTEM = { actorId: null };

interface Step {
  readonly facts: PaymentFacts;
  readonly terms: PaymentTerms;
}

/** T12 that the reserve cannot carry becomes a choice for the customer: wait until it can, or the money back. */
const withoutReserve = (cause: Cause, order: Order, step: Step): Cause => ({
  move: 'requote',
  by: 'system',
  now: cause.now,
  ...(cause.credit === undefined ? {} : { credit: cause.credit }),
  change: {
    ...cause.change,
    outcomeAmount: order.outcomeAmount,
    quote: order.quote,
    requote: waitingFor(order, step.facts, step.terms, cause.now),
  },
});

async function makeMove(deps: MoveDeps, tx: Tx, order: Order, step: Step & { readonly cause: Cause }): Promise<Order> {
  const { cause } = step;
  const moved = await applyMove(deps, tx, { order, cause, by: SYSTEM });
  if (moved.ok) return moved.value;
  if (moved.refusals[0]?.code === 'has_no_reserves' && targetOf(cause.move) === 'paid') {
    const waiting = await applyMove(deps, tx, { order, cause: withoutReserve(cause, order, step), by: SYSTEM });
    if (waiting.ok) return waiting.value;
  }
  throw new Error(`${cause.move} of order ${order.id} was refused: ${moved.refusals[0]?.code}`);
}

/** T16 by the system, when the new numbers are not worse for the customer. */
async function acceptForCustomer(deps: MoveDeps, tx: Tx, order: Order, terms: PaymentTerms): Promise<Order> {
  const option = acceptsItself(order, terms.tolerancePpm);
  if (option === null) return order;
  const taken = { by: 'system', now: deps.clock.now(), provider: suspenseOf(deps, order) } as const;
  const cause = acceptanceOf(order, option, taken);
  const accepted = await applyMove(deps, tx, { order, cause, by: SYSTEM });
  return accepted.ok ? accepted.value : order;
}

/**
 * Money beside any agreement (a second payment): into suspense, once; a person decides about it. What an operator had
 * confirmed by hand before is the same money and changes nothing.
 */
async function keepSurplus(deps: MoveDeps, tx: Tx, order: Order, facts: PaymentFacts): Promise<Order> {
  const now = deps.clock.now();
  const surplus = facts.uncredited - (await coverOperatorWord(tx, order.id, facts.uncredited));
  const postings = keepInSuspense(order, orderAssets(deps.catalogue, order), { amount: surplus, provider: facts.provider });
  await post(deps, tx, postings, { orderId: order.id, actor: 'provider', actorId: null, reason: 'surplus' });
  if (surplus > 0n) deps.log.warn({ order_id: order.id, amount: String(surplus) }, 'surplus_payment');
  await markPosted(tx, order.id, { now, states: ['final'] });
  const { received } = await findPaymentFacts(tx, order);
  return await touchOrder(deps, tx, order, { receivedAmount: received });
}

async function renewChoice(deps: MoveDeps, tx: Tx, order: Order, step: Step): Promise<Order> {
  const { facts, terms } = step;
  const now = deps.clock.now();
  if (facts.final !== facts.received) return order;
  const requote = renewRequote(order, facts, terms, now);
  if (facts.uncredited > 0n) {
    await post(deps, tx, creditReceived(order, orderAssets(deps.catalogue, order), facts.uncredited), {
      orderId: order.id,
      actor: 'provider',
      actorId: null,
    });
    await markPosted(tx, order.id, { now, states: ['final'] });
  }
  if (requote === null && facts.uncredited === 0n) return order;
  return await touchOrder(deps, tx, order, {
    receivedAmount: facts.received,
    creditedAmount: order.creditedAmount + facts.uncredited,
    requote: requote ?? order.requote,
  });
}

/**
 * Brings a locked order up to what the rails have said about its money: walks every move that follows, credits what is
 * final exactly once, keeps what belongs to no agreement. Running it again changes nothing.
 */
export async function settlePayment(deps: MoveDeps, tx: Tx, locked: Order): Promise<Order> {
  const terms = paymentTermsOf(deps, locked);
  let facts = await findPaymentFacts(tx, locked);
  let order = locked;
  for (
    let cause = reactToPayment(order, facts, terms, deps.clock.now());
    cause;
    cause = reactToPayment(order, facts, terms, deps.clock.now())
  ) {
    order = await makeMove(deps, tx, order, { cause, facts, terms });
    if ((cause.credit ?? 0n) > 0n) {
      await markPosted(tx, order.id, { now: cause.now, states: ['final'] });
      facts = { ...facts, uncredited: 0n };
    }
  }
  if (order.status === 'requote') {
    order = await renewChoice(deps, tx, order, { facts, terms });
    // What the choice was credited with is no surplus of the order that it may become
    if (facts.final === facts.received) facts = { ...facts, uncredited: 0n };
    order = await acceptForCustomer(deps, tx, order, terms);
  }
  order = await queuePayout(deps, tx, order);
  if (AGREED_STATUSES.includes(order.status) && facts.uncredited > 0n) return await keepSurplus(deps, tx, order, facts);
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
