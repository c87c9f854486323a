import type { Order } from '#core/order/order.ts';
import type { OrderStatus } from '#core/order/status.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { tellNews } from './tell-news.ts';

export const JOB = {
  prepareRequisites: 'prepare-requisites',
  executePayout: 'execute-payout',
  executeRefund: 'execute-refund',
  executeSurplus: 'execute-surplus',
  seeCheque: 'see-cheque',
} as const;

/** Effects that reaching a state asks for, beside the mail. */
const EFFECT: Partial<Record<OrderStatus, string>> = {
  awaiting_requisites: JOB.prepareRequisites,
  payout_pending: JOB.executePayout,
  refund_pending: JOB.executeRefund,
};

/** Puts the effects of a reached state into the outbox, in the transaction of the move. */
export async function sendForState(deps: Pick<Deps, 'queue'>, tx: Tx, order: Order): Promise<void> {
  const effect = EFFECT[order.status];
  if (effect !== undefined) await deps.queue.send(tx, effect, { order_id: order.id }, { key: order.id });
  await tellNews(tx, order);
}
