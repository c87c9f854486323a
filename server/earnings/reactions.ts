import sql from 'sql-template-tag';
import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { uncountOrder } from '#server/referrals/count-referral.ts';
import { freezeTerms } from './freeze-terms.ts';
import { SETTLE_EARNINGS_JOB } from './jobs.ts';
import { settleOrder } from './settle-order.ts';
import { isMoneyGone, markDue, markTakenBack } from './store.ts';

/** What is promised of an order is written down at its birth. */
export const FREEZE_EARNINGS: Reaction = {
  name: 'freeze_earnings',
  onMoved: async (deps, tx, { before, after }) => {
    if (before === null) await freezeTerms(deps, tx, after);
  },
};

/**
 * Now, or by the job: a customer's exchange ends whatever becomes of what others are owed for it. That it is owed is written already,
 * so that nothing that goes wrong here loses it.
 */
async function settleNow(deps: MoveDeps, tx: Tx, order: Order): Promise<void> {
  await tx.run(sql`savepoint earnings`);
  try {
    const settled = await settleOrder(deps, tx, order, { waits: false });
    if (settled === 'done' || settled === 'nothing') return void (await tx.run(sql`release savepoint earnings`));
  } catch (error) {
    deps.log.error({ error, order_id: order.id }, 'earnings_failed');
  }
  await tx.run(sql`rollback to savepoint earnings`);
  await tx.run(sql`release savepoint earnings`);
  await deps.queue.send(tx, SETTLE_EARNINGS_JOB, { order_id: order.id }, { key: order.id });
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
