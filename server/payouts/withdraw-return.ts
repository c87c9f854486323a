import sql from 'sql-template-tag';
import type { Tx } from '#server/platform/db/db.ts';
import { findLiveSurplus } from './store.ts';

/**
 * The money of a surplus was taken back: its return is withdrawn while it only waits. Gives what is on its way all the same (the
 * machine or a person has it in hand), in minor units of the income side.
 */
export async function withdrawReturn(tx: Tx, orderId: string): Promise<bigint> {
  const live = await findLiveSurplus(tx, orderId);
  if (!live) return 0n;
  if (live.state !== 'queued') return live.amount;
  await tx.run(sql`update payouts set state = 'failed', reason = 'the money was taken back' where id = ${live.id} and state = 'queued'`);
  return 0n;
}
