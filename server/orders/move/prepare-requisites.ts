import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { ReceiveAnswer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { applyMove, applyTouch, NO_ACTOR } from './apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { returnUrlOf } from '#server/orders/access.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { paymentWindowOf, savePaymentDeadline } from '#server/orders/create/unpaid-holds.ts';
import { findOrder, findSealedRequisites, lockOrder } from '#server/orders/queries.ts';
import { saveRequisites } from '#server/orders/store.ts';

/** How often a withdrawn offer is replaced before the order waits for the next run. */
const MAX_TRIES = 3;

type PrepareDeps = MoveDeps & Pick<Deps, 'db' | 'rails' | 'secrets' | 'settings'>;

async function askRail(deps: PrepareDeps, order: Order): Promise<ReceiveAnswer> {
  const { income } = orderSides(deps.catalogue, order);
  const rail = deps.rails.get(income.rail);
  if (!rail?.capabilities.receives) return { outcome: 'unavailable', reason: 'no_rail' };
  const sealed = await findSealedRequisites(deps.db, order.id);
  const payerRequisites = JSON.parse(deps.secrets.unseal(sealed.income)) as RequisiteValues;
  return await rail.receive({
    orderId: order.id,
    paymentSystem: income,
    amount: order.incomeAmount,
    payerRequisites,
    locale: order.locale,
    successUrl: returnUrlOf(deps, order, 'success'),
    failureUrl: returnUrlOf(deps, order, 'failure'),
  });
}

type OfferAnswer = Extract<ReceiveAnswer, { outcome: 'offered' }>;

/**
 * Stores the rail's offer (T5). The reference is stored even when the order ended before the rail answered: money sent to it belongs
 * to this customer (T22).
 */
async function settleOffer(deps: PrepareDeps, tx: Tx, order: Order, { offer }: OfferAnswer): Promise<void> {
  const { income, direction } = orderSides(deps.catalogue, order);
  const returnsPayments = deps.rails.get(income.rail)?.capabilities.returnsPayments === true;
  await saveRequisites(tx, order, { name: income.rail, returnsPayments }, offer);
  const { reference } = offer;
  if (order.status !== 'awaiting_requisites') {
    await applyTouch(deps, tx, { order, touch: { touch: 'keep_reference', by: 'system', reference }, by: NO_ACTOR });
    return;
  }
  const now = deps.clock.now();
  const deadline = now + (await paymentWindowOf(deps, tx, order, direction.paymentWindowMs));
  await savePaymentDeadline(tx, order.id, deadline);
  const { requiredConfirmations } = income;
  const cause = { move: 'give_requisites', by: 'system', now, deadline, reference, requiredConfirmations } as const;
  const moved = await applyMove(deps, tx, { order, cause, by: NO_ACTOR });
  if (!moved.ok) throw new Error(`order ${order.id} refused its requisites`);
}

/** Ends an order whose rail offered no requisites (T6). */
async function settleNoOffer(deps: PrepareDeps, tx: Tx, order: Order, reason: string): Promise<void> {
  if (order.status !== 'awaiting_requisites') return;
  deps.log.warn({ order_id: order.id, reason }, 'requisites_unavailable');
  const now = deps.clock.now();
  await applyMove(deps, tx, { order, cause: { move: 'fail_requisites', by: 'system', now }, by: NO_ACTOR });
}

/** Rolls the transaction back when the rail has withdrawn its offer. */
class OfferWithdrawn extends Error {}

/** Checks that the rail's offer is still valid. The last step before the commit: rows of a rail are locked after every reserve (decision 0077). */
async function refuseWithdrawn(deps: PrepareDeps, tx: Tx, order: Order, { offer }: OfferAnswer): Promise<void> {
  const { income } = orderSides(deps.catalogue, order);
  const isValid = await deps.rails.get(income.rail)?.isStillOffered?.(tx, { orderId: order.id, paymentSystem: income, offer });
  if (isValid === false) throw new OfferWithdrawn(`the offer for order ${order.id} was withdrawn`);
}

async function saveAnswer(deps: PrepareDeps, tx: Tx, id: string, answer: Exclude<ReceiveAnswer, { outcome: 'later' }>): Promise<void> {
  const order = await lockOrder(tx, id);
  if (!order || order.requisitesReference !== null) return;
  if (answer.outcome !== 'offered') return await settleNoOffer(deps, tx, order, answer.reason);
  await settleOffer(deps, tx, order, answer);
  if (order.status === 'awaiting_requisites') await refuseWithdrawn(deps, tx, order, answer);
}

/** Saves the rail's answer unless another process did. False: the rail has withdrawn its offer. */
async function settleAnswer(deps: PrepareDeps, id: string, answer: Exclude<ReceiveAnswer, { outcome: 'later' }>): Promise<boolean> {
  try {
    await deps.db.tx(async (tx) => await saveAnswer(deps, tx, id, answer));
    return true;
  } catch (error) {
    if (error instanceof OfferWithdrawn) return false;
    throw error;
  }
}

/**
 * Asks the rail for requisites (T5, T6). May be repeated: the rail gives the same answer, and only the first is saved. After "later" the
 * next run asks again.
 */
export async function prepareRequisites(deps: PrepareDeps, id: string): Promise<void> {
  const order = await findOrder(deps.db, id);
  if (order?.status !== 'awaiting_requisites') return;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const answer = await askRail(deps, order);
    if (answer.outcome === 'later') {
      deps.log.info({ order_id: id, reason: answer.reason }, 'requisites_later');
      return;
    }
    if (await settleAnswer(deps, id, answer)) return;
    deps.log.info({ order_id: id }, 'requisites_withdrawn');
  }
}

export const PREPARE_REQUISITES_JOB = 'prepare-requisites';
