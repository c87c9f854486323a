import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endsTransaction } from '#server/platform/db/pool.ts';
import { uncountOrder } from '#server/referrals/count-referral.ts';
import { SETTLE_EARNINGS_JOB } from './jobs.ts';
import { settleOrder } from './settle-order.ts';
import { isMoneyGone, markDue, markTakenBack } from './store.ts';

/** What was written so far is undone; the job settles it later. */
class NotSettled extends Error {}

/**
 * Now, or by the job: a customer's exchange ends whatever becomes of what others are owed for it. That it is owed is written already,
 * so that nothing that goes wrong here loses it.
 */
async function settleNow(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  try {
    await tx.nested(async () => {
      const settled = await settleOrder(deps, tx, order, { waits: false });
      if (settled === 'busy' || settled === 'unpriced') throw new NotSettled();
    });
  } catch (error) {
    if (endsTransaction(error)) throw error;
    if (!(error instanceof NotSettled)) deps.log.error({ error, order_id: order.id }, 'earnings_failed');
    await deps.queue.send(tx, SETTLE_EARNINGS_JOB, { order_id: order.id }, { key: order.id });
  }
}

/** Its money is gone: it is no turnover, and nothing is owed of it any more. */
async function takeBack(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  await uncountOrder(deps, tx, order.id);
  if (await markTakenBack(tx, order.id, deps.clock.now())) await settleNow(deps, tx, order);
}

/** What an exchange owes is posted when it is completed, and taken back when its money is: also where that went while the payout was on its way. */
export const SETTLE_EARNINGS: Reaction = {
  name: 'settle_earnings',
  onMoved: async (deps, tx, { after }) => {
    if (after.status !== 'completed') return;
    const isDue = await markDue(tx, after.id, deps.clock.now());
    if (await isMoneyGone(tx, after.id)) await takeBack(deps, tx, after);
    else if (isDue) await settleNow(deps, tx, after);
  },
  onTouched: async (deps, tx, { after }) => {
    if (after.status === 'completed' && (await isMoneyGone(tx, after.id))) await takeBack(deps, tx, after);
  },
};
