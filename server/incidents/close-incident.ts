import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { INCIDENTS_CHANNEL } from './raise-incident.ts';
import { findIncident, markClosed } from './store.ts';

/**
 * An operator closes an incident with a note. A new occurrence raises it again; a cause that merely continues
 * (`incident-tracker.ts`) does not until it was resolved.
 */
export async function closeIncident(
  deps: Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>,
  tx: Tx,
  input: { readonly id: string; readonly note: string; readonly operatorId: string },
): Promise<Result<null, 'not_found' | 'order_state_conflict'>> {
  const incident = await findIncident(tx, input.id);
  if (!incident) return refuse({ code: 'not_found' });
  const isClosed = await markClosed(tx, incident.id, { ...input, now: deps.clock.now() });
  if (!isClosed) return refuse({ code: 'order_state_conflict', message: 'incident_closed' });
  await recordAudit(deps, tx, {
    actorId: input.operatorId,
    action: 'close_incident',
    subjectType: 'incident',
    subjectId: incident.id,
    detail: { kind: incident.kind, subject: incident.subject, times: incident.times, note: input.note },
  });
  await deps.live.notify(tx, INCIDENTS_CHANNEL, incident.id);
  return accept(null);
}
