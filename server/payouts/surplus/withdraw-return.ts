import sql from 'sql-template-tag';
import type { Tx } from '#server/platform/db/db.ts';
import { findLiveSurplus } from '#server/payouts/store.ts';

/** What of a surplus is on its way back and cannot be withdrawn: the machine or a person has it in hand. Minor units of the income side. */
export async function readReturning(tx: Tx, orderId: string): Promise<bigint> {
  const live = await findLiveSurplus(tx, orderId);
  return live === undefined || live.state === 'queued' ? 0n : live.amount;
}

/** The money of a surplus was taken back: its return is withdrawn while it only waits. */
export async function withdrawReturn(tx: Tx, orderId: string): Promise<void> {
  const live = await findLiveSurplus(tx, orderId);
  if (live?.state !== 'queued') return;
  await tx.run(sql`update payouts set state = 'failed', reason = 'the money was taken back' where id = ${live.id} and state = 'queued'`);
}
