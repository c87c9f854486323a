import { sql } from '#server/platform/db/db.ts';
import { MINUTE_MS } from '#core/time.ts';
import type { World } from './world.ts';

/** Gives an operator the lease of an order for a minute, replacing any earlier lease. */
export async function assignLease(world: World, orderId: string, operatorId: string): Promise<void> {
  const until = new Date(world.deps.clock.now() + MINUTE_MS);
  await world.deps.db.run(sql`
    insert into leases (subject_kind, subject_id, operator_id, until) values ('order', ${orderId}, ${operatorId}, ${until})
    on conflict (subject_kind, subject_id) do update set operator_id = excluded.operator_id, until = excluded.until`);
}
