import type { IncidentKind } from '#core/incident.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Detail, upsertIncident } from './store.ts';

/** Tells every process and the office that the list of incidents changed. */
export const INCIDENTS_CHANNEL = 'incidents_changed';

export interface Incident {
  readonly kind: IncidentKind;
  /** What it is about: an order, our reference, a payment system, a process. */
  readonly subject: string;
  /** What a person needs to judge it; no secrets, no full requisites. */
  readonly detail: Detail;
}

/**
 * Calls a person (domain 11, "Alarms"), in the transaction that noticed. While the same is open it is counted up; the alarm
 * itself, an error in the log and in error reporting, sounds once for each opening.
 */
export async function raiseIncident(
  deps: Pick<Deps, 'random' | 'clock' | 'log' | 'live'>,
  tx: Tx,
  { kind, subject, detail }: Incident,
): Promise<void> {
  const { id, times } = await upsertIncident(tx, { id: deps.random.uuid(), kind, subject, detail, now: deps.clock.now() });
  if (times === 1) deps.log.error({ kind, subject, detail }, 'incident');
  await deps.live.notify(tx, INCIDENTS_CHANNEL, id);
}
