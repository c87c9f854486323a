import type { OrderStatus } from '#core/order/status.ts';
import { surplusOf } from '#core/order/surplus.ts';
import { applyMove } from '#server/orders/move/apply-move.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import { JOB } from './outbox.ts';
import { queueSurplus } from '#server/payouts/surplus/queue-surplus.ts';

/** What the machine pays in which state; the job goes into the outbox with the move. */
const PAID_IN: Partial<Record<OrderStatus, string>> = { payout_pending: JOB.executePayout, refund_pending: JOB.executeRefund };

export const PAY: Reaction = {
  name: 'pay',
  onMoved: async (deps, tx, { after: { id, status } }) => {
    const job = PAID_IN[status];
    if (job !== undefined) await deps.queue.send(tx, job, { order_id: id }, { key: id });
  },
};

/** T18, in the transaction that made the order paid. Limits and approvals are asked here once there are any; until then all is paid out by itself. */
export const QUEUE_PAYOUT: Reaction = {
  name: 'queue_payout',
  onMoved: async (deps, tx, { order }) => {
    if (order.status !== 'paid') return undefined;
    const cause = { move: 'queue_payout', by: 'system', now: deps.clock.now() } as const;
    const queued = await applyMove(deps, tx, { order, cause, by: { actorId: null } });
    if (!queued.ok) throw new Error(`payout of order ${order.id} could not be queued`);
    return queued.value;
  },
};

/** After a choice was taken: what the choice does not exchange goes back ("as agreed and the rest returned"). */
export const RETURN_THE_REST: Reaction = {
  name: 'return_the_rest',
  onMoved: async (deps, tx, { move, order }) => {
    if (move === 'accept_requote') await queueSurplus(deps, tx, order, surplusOf(order));
  },
};
