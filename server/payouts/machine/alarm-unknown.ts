import { MINUTE_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import { findLongUnknown } from '#server/payouts/store.ts';

/** How long a payout may be unknown before an incident is raised (domain 11, "Alarms"). */
export const UNKNOWN_ALARM_MS = 10 * MINUTE_MS;

/** Raises an incident for every payout or refund that has been unknown for ten minutes. */
export async function alarmUnknown(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>): Promise<void> {
  const rows = await findLongUnknown(deps.db, deps.clock.now() - UNKNOWN_ALARM_MS);
  for (const { id, subject, purpose, rail, reason } of rows) {
    const detail = { [`${subject.kind}_id`]: subject.id, purpose, rail, reason };
    await deps.db.tx(async (tx) => await raiseIncident(deps, tx, { kind: 'payout_unknown', subject: id, detail }));
  }
}
