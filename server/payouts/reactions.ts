import type { OrderStatus } from '#core/order/status.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { PAYOUT_JOBS } from './subject.ts';
import { queueSurplus } from './surplus.ts';

/** The job that pays in each state; it is written to the outbox with the move. */
const JOB_BY_STATUS: Partial<Record<OrderStatus, string>> = {
  payout_pending: PAYOUT_JOBS.executePayout,
  refund_pending: PAYOUT_JOBS.executeRefund,
};

/** Queues the job that sends the payout or refund. */
export const PAY: Reaction = {
  name: 'pay',
  phase: 'requests',
  onMoved: async (deps, tx, { after: { id, status } }) => {
    const job = JOB_BY_STATUS[status];
    if (job !== undefined) await deps.queue.send(tx, job, { order_id: id }, { key: id });
  },
};

/** Moves a paid order on to its payout (T18), in the transaction that made it paid. */
export const QUEUE_PAYOUT: Reaction = {
  name: 'queue_payout',
  phase: 'advance',
  onMoved: async (deps, tx, { order }) => {
    if (order.status !== 'paid') return undefined;
    const cause = { move: 'queue_payout', by: 'system', now: deps.clock.now() } as const;
    const queued = await applyMove(deps, tx, { order, cause, by: { actorId: null } });
    if (!queued.ok) throw new Error(`payout of order ${order.id} could not be queued`);
    return queued.value;
  },
};

/** Returns the money that an accepted new quote does not exchange ("as agreed and the rest returned"). */
export const RETURN_SURPLUS: Reaction = {
  name: 'return_the_rest',
  phase: 'advance',
  onMoved: async (deps, tx, { move, order }) => {
    if (move === 'accept_requote') await queueSurplus(deps, tx, order, surplusOf(order));
  },
};
