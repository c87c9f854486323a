import type { IncidentKind } from '#core/incident.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { deleteCauses } from './causes.ts';
import { INCIDENTS_CHANNEL } from './raise-incident.ts';
import { markHealed } from './store.ts';

/**
 * What was wrong is right again by itself: the open incident of a kind and subject is closed by nobody, and one that a person has closed
 * may be raised anew from here on. None of either: nothing happens.
 */
export async function healIncident(
  deps: Pick<Deps, 'clock' | 'live'>,
  tx: Tx,
  incident: { readonly kind: IncidentKind; readonly subject: string },
): Promise<void> {
  await deleteCauses(tx, incident);
  const healed = await markHealed(tx, { ...incident, now: deps.clock.now() });
  if (healed > 0) await deps.live.notify(tx, INCIDENTS_CHANNEL, incident.subject);
}
