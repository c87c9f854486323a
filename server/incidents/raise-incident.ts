import type { IncidentKind } from '#core/incident.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { replaceCauses } from './causes.ts';
import { type Detail, updateDetail, upsertIncident } from './store.ts';

/** Tells every process and the office that the list of incidents changed. */
export const INCIDENTS_CHANNEL = 'incidents_changed';

export interface Incident {
  readonly kind: IncidentKind;
  /** What it is about: an order, our reference, a payment system, a process. */
  readonly subject: string;
  /** What a person needs to judge it; no secrets, no full requisites. */
  readonly detail: Detail;
  /** All that is wrong with the subject, where that can be several things: one that people were not called for yet calls them again. */
  readonly causes?: readonly string[];
}

type RaiseDeps = Pick<Deps, 'random' | 'clock' | 'log' | 'live'>;

/**
 * Calls a person (domain 11, "Alarms"), in the transaction that noticed. While the same is open it is counted up; the alarm
 * itself, an error in the log and in error reporting, sounds once for each opening and for each new cause.
 */
export async function raiseIncident(deps: RaiseDeps, tx: Tx, incident: Incident): Promise<void> {
  const now = deps.clock.now();
  const { causes } = incident;
  const { added } = causes === undefined ? { added: 0 } : await replaceCauses(tx, { ...incident, causes, now });
  await openIncident(deps, tx, incident, { callsAgain: added > 0 });
}

/** As `raiseIncident`, only for what is new among the causes; while none is, an open incident takes over the detail of fewer. */
export async function raiseForCauses(deps: RaiseDeps, tx: Tx, incident: Incident & { readonly causes: readonly string[] }): Promise<void> {
  const { added, removed } = await replaceCauses(tx, { ...incident, now: deps.clock.now() });
  if (added > 0) return await openIncident(deps, tx, incident, { callsAgain: true });
  if (removed > 0 && (await updateDetail(tx, incident))) await deps.live.notify(tx, INCIDENTS_CHANNEL, incident.subject);
}

async function openIncident(
  deps: RaiseDeps,
  tx: Tx,
  { kind, subject, detail }: Incident,
  { callsAgain }: { readonly callsAgain: boolean },
): Promise<void> {
  const incident = { id: deps.random.uuid(), kind, subject, detail, now: deps.clock.now(), callsAgain };
  const { id, times } = await upsertIncident(tx, incident);
  if (times === 1 || callsAgain) deps.log.error({ kind, subject, detail }, 'incident');
  await deps.live.notify(tx, INCIDENTS_CHANNEL, id);
}
