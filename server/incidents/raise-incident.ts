import type { IncidentKind } from '#core/staff/incident.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { type Detail, markResolved, updateDetail, upsertIncident } from './store.ts';

interface Subject {
  readonly kind: IncidentKind;
  readonly subject: string;
}

const CauseRow = rowType({ cause: col.text });

/**
 * Stores the current causes; returns how many are new and how many are over. A cause that returns is new. A concurrent transaction waits
 * and finds no new cause.
 */
async function replaceCauses(
  tx: Tx,
  { kind, subject, causes, now }: Subject & { readonly causes: readonly string[]; readonly now: Instant },
): Promise<{ readonly added: number; readonly removed: number }> {
  const removed = await tx.run(
    sql`delete from incident_causes where kind = ${kind} and subject = ${subject} and cause <> all(${causes}::text[])`,
  );
  const added = await tx.many(
    CauseRow,
    sql`
    insert into incident_causes (kind, subject, cause, called_at)
    select ${kind}, ${subject}, cause, ${new Date(now)} from (select distinct unnest(${causes}::text[]) as cause) c order by cause
    on conflict do nothing returning cause`,
  );
  return { added: added.length, removed };
}

const deleteCauses = (tx: Tx, { kind, subject }: Subject): Promise<number> =>
  tx.run(sql`delete from incident_causes where kind = ${kind} and subject = ${subject}`);

const ExistsRow = rowType({ does_exist: col.bool });

/** Whether an alarm for a cause was raised between two times. */
export const wereCausesRaised = async (
  db: Queryable,
  { after, until }: { readonly after: Instant; readonly until: Instant },
): Promise<boolean> =>
  (
    await db.one(
      ExistsRow,
      sql`select exists (
        select from incident_causes where called_at > ${new Date(after)} and called_at <= ${new Date(until)}) as does_exist`,
    )
  ).does_exist;

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

/** As `raiseIncident`, but only if there is a new cause. Otherwise an open incident takes over the changed detail. */
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

/**
 * Closes the open incident of this kind and subject, because its cause is over. An incident that an operator closed may be raised again
 * from now on.
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
