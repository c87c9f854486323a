import { shopBreak } from '#core/staff/switches.ts';
import { MINUTE_MS, SECOND_MS, toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { createIncidentTracker, type IncidentTracker } from '#server/incidents/incident-tracker.ts';
import { col, rowType, sql } from '#server/platform/db/db.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import type { ClosedSystem, ClosedSystems } from './closed-systems.ts';
import { HOLDING_STATUSES } from './reactions.ts';
import { endOverdue, endReservation } from './store.ts';

const LostRow = rowType({ order_id: col.text });

/** Releases requisites whose time to pay is over, and those of orders that ended while a requisite was being assigned. */
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

/** The periodic jobs of the pool. */
export function poolJobs(deps: Deps, pool: ClosedSystems): void {
  const incidents = createIncidentTracker(deps);
  deps.queue.every('sweep-reservations', MINUTE_MS, async () => await sweepReservations(deps));
  deps.queue.every('watch-pools', SECOND_MS, async () => await watchPools(deps, pool, incidents));
}

/** Order ids in an incident; the office lists all. */
const MAX_ORDER_IDS = 20;

const detailOf = ({ orderIds, opensAt }: ClosedSystem) => ({
  orders: String(orderIds.length),
  ...(orderIds.length === 0 ? {} : { held_by: orderIds.slice(0, MAX_ORDER_IDS).join(', ') }),
  ...(opensAt === null ? {} : { opens_at: toRfc3339(opensAt) }),
});

/**
 * Raises an alarm for every payment system whose pool is empty, with the orders that hold its requisites (domain 5, R73). No alarm while
 * the shop takes no orders.
 */
export async function watchPools(
  { switches }: Pick<Deps, 'switches'>,
  pool: Pick<ClosedSystems, 'closed'>,
  incidents: IncidentTracker,
): Promise<void> {
  const closed = shopBreak(switches.off()) === null ? pool.closed().filter(({ raisesAlarm }) => raisesAlarm) : [];
  await incidents.reconcileDetails('pool_empty', Object.fromEntries(closed.map((system) => [system.code, detailOf(system)])));
}
