import type { IncidentKind } from '#core/staff/incident.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { replaceCauses } from './causes.ts';
import { type Detail, updateDetail, upsertIncident } from './store.ts';

/** Notifies all processes and the office that the list of incidents changed. */
export const INCIDENTS_CHANNEL = 'incidents_changed';

export interface Incident {
  readonly kind: IncidentKind;
  /** What it is about: an order, our reference, a payment system, a process. */
  readonly subject: string;
  /** What a person needs to judge it; no secrets, no full requisites. */
  readonly detail: Detail;
  /** All current causes, if a subject can have several: each new one alarms again. */
  readonly causes?: readonly string[];
}

type RaiseDeps = Pick<Deps, 'random' | 'clock' | 'log' | 'live'>;

/**
 * Raises an incident (domain 11, "Alarms") in the transaction that noticed it. Repetitions are counted while it is open; the alarm is
 * raised once per opening and per new cause.
 */
export async function raiseIncident(deps: RaiseDeps, tx: Tx, incident: Incident): Promise<void> {
  const now = deps.clock.now();
  const { causes } = incident;
  const { added } = causes === undefined ? { added: 0 } : await replaceCauses(tx, { ...incident, causes, now });
  await openIncident(deps, tx, incident, { alarmsAgain: added > 0 });
}

/** As `raiseIncident`, but only for new causes; without one, an open incident takes over the changed detail. */
export async function raiseForNewCauses(
  deps: RaiseDeps,
  tx: Tx,
  incident: Incident & { readonly causes: readonly string[] },
): Promise<void> {
  const { added, removed } = await replaceCauses(tx, { ...incident, now: deps.clock.now() });
  if (added > 0) return await openIncident(deps, tx, incident, { alarmsAgain: true });
  if (removed > 0 && (await updateDetail(tx, incident))) await deps.live.notify(tx, INCIDENTS_CHANNEL, incident.subject);
}

async function openIncident(
  deps: RaiseDeps,
  tx: Tx,
  { kind, subject, detail }: Incident,
  { alarmsAgain }: { readonly alarmsAgain: boolean },
): Promise<void> {
  const incident = { id: deps.random.uuid(), kind, subject, detail, now: deps.clock.now(), alarmsAgain };
  const { id, times } = await upsertIncident(tx, incident);
  if (times === 1 || alarmsAgain) deps.log.error({ kind, subject, detail }, 'incident');
  await deps.live.notify(tx, INCIDENTS_CHANNEL, id);
}
