import type { IncidentKind } from '#core/staff/incident.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

interface Subject {
  readonly kind: IncidentKind;
  readonly subject: string;
}

const CauseRow = rowType({ cause: col.text });

/**
 * Stores the current causes; returns how many are new and how many are over. One that comes back is new. A concurrent transaction waits
 * and finds nothing new.
 */
export async function replaceCauses(
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

export const deleteCauses = (tx: Tx, { kind, subject }: Subject): Promise<number> =>
  tx.run(sql`delete from incident_causes where kind = ${kind} and subject = ${subject}`);

const ExistsRow = rowType({ found: col.bool });

/** Whether an alarm for a cause was raised between two times. */
export const wereCausesRaised = async (
  db: Queryable,
  { after, until }: { readonly after: Instant; readonly until: Instant },
): Promise<boolean> =>
  (
    await db.one(
      ExistsRow,
      sql`select exists (select from incident_causes where called_at > ${new Date(after)} and called_at <= ${new Date(until)}) as found`,
    )
  ).found;
