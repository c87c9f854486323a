import type { Order } from '#core/order/order.ts';
import type { SystemReason } from '#core/order/reason.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { ReceiveAnswer } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { applyMove, type MoveDeps } from './apply-move.ts';
import { returnUrlOf } from './access.ts';
import { orderSides } from './order-assets.ts';
import { findOrder, findSealedRequisites, lockOrder, saveRequisites } from './store.ts';

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

/** Writes the rail's answer, unless somebody was faster. */
async function settleAnswer(deps: PrepareDeps, id: string, answer: Exclude<ReceiveAnswer, { outcome: 'later' }>): Promise<void> {
  await deps.db.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    if (order?.status !== 'awaiting_requisites') return;
    const { income, direction } = orderSides(deps.catalogue, order);
    const now = deps.clock.now();
    if (answer.outcome === 'unavailable') {
      deps.log.warn({ order_id: id, rail: income.rail, reason: answer.reason }, 'requisites_unavailable');
      await applyMove(deps, tx, {
        order,
        cause: { move: 'fail_requisites', by: 'system', now, change: { reason: 'no_requisites' satisfies SystemReason } },
        by: { actorId: null },
      });
      return;
    }
    await saveRequisites(tx, order, income.rail, answer.offer);
    const deadline = now + direction.paymentWindowMs;
    const change = {
      expiresAt: deadline,
      rateLockedUntil: order.rateType === 'fixed' ? deadline : null,
      requiredConfirmations: income.requiredConfirmations,
      requisitesReference: answer.offer.reference,
    };
    await applyMove(deps, tx, { order, cause: { move: 'give_requisites', by: 'system', now, change }, by: { actorId: null } });
  });
}

/**
 * T5 / T6: asks the rail for requisites that belong to this order alone. Safe to run twice and in parallel: the rail answers
 * the same for the same order, and only the first answer is written. "Later" leaves the order waiting for the next run.
 */
export async function prepareRequisites(deps: PrepareDeps, id: string): Promise<void> {
  const order = await findOrder(deps.db, id);
  if (order?.status !== 'awaiting_requisites') return;
  const answer = await askRail(deps, order);
  if (answer.outcome === 'later') {
    deps.log.info({ order_id: id, reason: answer.reason }, 'requisites_later');
    return;
  }
  await settleAnswer(deps, id, answer);
}
