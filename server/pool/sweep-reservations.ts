import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { endReservation } from './store.ts';
import { OPEN_STATUSES } from './reactions.ts';

const LostRow = z.object({ order_id: z.string() });

/** Requisites of orders that ended while they were being given one: nobody told them to let it go. */
export async function sweepReservations(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now();
  const lost = await deps.db.many(
    LostRow,
    sql`
    select v.order_id from pool_reservations v join orders o on o.id = v.order_id
    where v.state = 'held' and v.given_at < ${new Date(now - MINUTE_MS)} and o.status <> all(${OPEN_STATUSES}::text[]) and o.received_amount = 0 limit 100`,
  );
  await eachAlone(deps.log, lost, async ({ order_id: id }) => void (await deps.db.tx(async (tx) => await endReservation(tx, id, now))));
}

/** The pool's own job. */
export const poolJobs = (deps: Deps): void => deps.queue.every('sweep-reservations', MINUTE_MS, async () => await sweepReservations(deps));
