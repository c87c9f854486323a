import { col, rowType, sql } from '#server/platform/db/db.ts';
import type { World } from './world.ts';

/** Takes and sends every waiting manual payout; each has a row in the list's own table. */
export async function sendByHand(world: Pick<World, 'deps'>): Promise<void> {
  const now = new Date(world.deps.clock.now());
  await world.deps.db.run(sql`
    update payout_tasks set state = 'sent', bank_reference = 'bank ' || reference, ended_at = ${now} where state = 'waiting'`);
}

const CountRow = rowType({ total: col.number });

/** How often this payout is recorded as sent. */
export const countSent = async (world: Pick<World, 'deps'>, reference: string): Promise<number> =>
  (
    await world.deps.db.one(
      CountRow,
      sql`select count(*)::int as total from payout_tasks where reference = ${reference} and state = 'sent'`,
    )
  ).total;
