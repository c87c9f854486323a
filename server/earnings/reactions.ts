import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endsTransaction } from '#server/platform/db/pool.ts';
import { uncountOrder } from '#server/referrals/count-referral.ts';
import { SETTLE_EARNINGS_JOB } from './jobs.ts';
import { settleOrder } from './settle-order.ts';
import { isMoneyTakenBack, markDue, markTakenBack } from './store.ts';

/** Rolls the savepoint back; the job settles the order later. */
class NotSettled extends Error {}

/**
 * Settles now, or leaves the order to the job: a failure must not undo the customer's exchange. The caller has stored that earnings are
 * due.
 */
async function settleNow(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  try {
    await tx.nested(async () => {
      const outcome = await settleOrder(deps, tx, order, { mayWait: false });
      if (outcome === 'busy' || outcome === 'unpriced') throw new NotSettled();
    });
  } catch (error) {
    if (endsTransaction(error)) throw error;
    if (!(error instanceof NotSettled)) deps.log.error({ error, order_id: order.id }, 'earnings_failed');
    await deps.queue.send(tx, SETTLE_EARNINGS_JOB, { order_id: order.id }, { key: order.id });
  }
}

/** Removes the turnover of an order whose money was taken back, and reverses its earnings. */
async function reverseOrder(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  await uncountOrder(deps, tx, order.id);
  if (await markTakenBack(tx, order.id, deps.clock.now())) await settleNow(deps, tx, order);
}

/** Posts earnings when an order is completed and reverses them when its money is taken back, also during its payout. */
export const SETTLE_EARNINGS: Reaction = {
  name: 'settle_earnings',
  phase: 'earnings',
  onMoved: async (deps, tx, { after }) => {
    if (after.status !== 'completed') return;
    const isDue = await markDue(tx, after.id, deps.clock.now());
    if (await isMoneyTakenBack(tx, after.id)) await reverseOrder(deps, tx, after);
    else if (isDue) await settleNow(deps, tx, after);
  },
  onTouched: async (deps, tx, { after }) => {
    if (after.status === 'completed' && (await isMoneyTakenBack(tx, after.id))) await reverseOrder(deps, tx, after);
  },
};
