import { col, rowType, sql } from '#server/platform/db/db.ts';
import { MINUTE_MS, SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { createIncidentTracker } from '#server/incidents/incident-tracker.ts';
import type { ClosedSystems } from './closed-systems.ts';
import { HOLDING_STATUSES } from './reactions.ts';
import { endOverdue, endReservation } from './store.ts';
import { watchPools } from './watch-pools.ts';

const LostRow = rowType({ order_id: col.text });

/** Releases requisites whose time is over, and those of orders that ended while a requisite was being assigned. */
export async function sweepReservations(deps: Pick<Deps, 'db' | 'clock' | 'log'>): Promise<void> {
  const now = deps.clock.now();
  await deps.db.tx(async (tx) => await endOverdue(tx, now));
  const lost = await deps.db.many(
    LostRow,
    sql`
    select v.order_id from pool_reservations v join orders o on o.id = v.order_id
    where v.state = 'held' and v.given_at < ${new Date(now - MINUTE_MS)} and o.status <> all(${HOLDING_STATUSES}::text[])
    and o.received_amount = 0 limit 100`,
  );
  await forEachIsolated(
    deps.log,
    lost,
    async ({ order_id: id }) => void (await deps.db.tx(async (tx) => await endReservation(tx, id, now))),
  );
}

/** The pool's own job. */
export function poolJobs(deps: Deps, pool: ClosedSystems): void {
  const keeper = createIncidentTracker(deps);
  deps.queue.every('sweep-reservations', MINUTE_MS, async () => await sweepReservations(deps));
  deps.queue.every('watch-pools', SECOND_MS, async () => await watchPools(deps, pool, keeper));
}
