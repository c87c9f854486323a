import type { IncidentKind } from '#core/staff/incident.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteCauses } from './causes.ts';
import { INCIDENTS_CHANNEL } from './raise-incident.ts';
import { markResolved } from './store.ts';

/**
 * The cause is over: closes the open incident of this kind and subject automatically. If an operator closed it before, it may now
 * be raised again.
 */
export async function resolveIncident(
  deps: Pick<Deps, 'clock' | 'live'>,
  tx: Tx,
  incident: { readonly kind: IncidentKind; readonly subject: string },
): Promise<void> {
  await deleteCauses(tx, incident);
  const resolved = await markResolved(tx, { ...incident, now: deps.clock.now() });
  if (resolved > 0) await deps.live.notify(tx, INCIDENTS_CHANNEL, incident.subject);
}
