import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { World } from './world.ts';

/** A person takes every payout that waits and sends it; a row for each one sent stands in the list's own books. */
export async function peopleSend(world: Pick<World, 'deps'>): Promise<void> {
  const now = new Date(world.deps.clock.now());
  await world.deps.db.run(sql`
    update payout_tasks set state = 'sent', bank_reference = 'bank ' || reference, ended_at = ${now} where state = 'waiting'`);
}

const CountRow = z.object({ total: z.number() });

/** How often this payout stands as sent. */
export const countSent = async (world: Pick<World, 'deps'>, reference: string): Promise<number> =>
  (
    await world.deps.db.one(
      CountRow,
      sql`select count(*)::int as total from payout_tasks where reference = ${reference} and state = 'sent'`,
    )
  ).total;
