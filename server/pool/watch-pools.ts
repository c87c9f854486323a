import { shopBreak } from '#core/staff/switches.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentTracker } from '#server/incidents/incident-tracker.ts';
import type { ClosedSystem, ClosedSystems } from './closed-systems.ts';

/** Order ids in an incident; the office lists all. */
const MAX_ORDER_IDS = 20;

const detailOf = ({ orderIds, opensAt }: ClosedSystem) => ({
  orders: String(orderIds.length),
  ...(orderIds.length === 0 ? {} : { held_by: orderIds.slice(0, MAX_ORDER_IDS).join(', ') }),
  ...(opensAt === null ? {} : { opens_at: toRfc3339(opensAt) }),
});

/** Calls people for every payment system whose pool is empty, with the orders that hold it (domain 5, R73); not in a shop that takes no orders. */
export async function watchPools(
  { switches }: Pick<Deps, 'switches'>,
  pool: Pick<ClosedSystems, 'closed'>,
  keeper: IncidentTracker,
): Promise<void> {
  const closed = shopBreak(switches.off()) === null ? pool.closed().filter(({ raisesAlarm: calls }) => calls) : [];
  await keeper.reconcileDetails('pool_empty', Object.fromEntries(closed.map((one) => [one.code, detailOf(one)])));
}
