import { sql, type Tx } from '#server/platform/db/db.ts';
import { findLiveSurplus } from '#server/payouts/store.ts';

/** Surplus whose return was started and cannot be cancelled. Minor units of the income side. */
export async function readReturningAmount(tx: Tx, orderId: string): Promise<bigint> {
  const live = await findLiveSurplus(tx, orderId);
  return live === undefined || live.state === 'queued' ? 0n : live.amount;
}

/** Cancels a queued return: the surplus money was taken back. */
export async function cancelQueuedReturn(tx: Tx, orderId: string): Promise<void> {
  const live = await findLiveSurplus(tx, orderId);
  if (live?.state !== 'queued') return;
  await tx.run(sql`update payouts set state = 'failed', reason = 'the money was taken back' where id = ${live.id} and state = 'queued'`);
}
