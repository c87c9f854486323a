import { INCIDENT_KINDS, type IncidentKind } from '#core/staff/incident.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, type Queryable, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const OpeningRow = rowType({ id: col.text, kind: col.oneOf(INCIDENT_KINDS), subject: col.text });

const OpenRow = rowType({ open: col.number, oldest: col.nullable(col.timestamp) });

/** The number of open incidents, and when the oldest of them began. */
export const readOpen = (db: Queryable) =>
  db.one(OpenRow, sql`select count(*)::int as open, min(first_at) as oldest from incidents where closed_at is null`);

const UnalarmedRow = rowType({ oldest: col.nullable(col.timestamp) });

/** When the oldest incident that waits for its alarm began; null: none waits. */
export const readUnalarmed = async (db: Queryable): Promise<Date | null> =>
  (await db.one(UnalarmedRow, sql`select min(first_at) as oldest from incidents where alarmed_at is null`)).oldest;

/** Whether incidents wait for their alarm. */
export const hasOpenings = async (db: Queryable): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select 1 as found from incidents where alarmed_at is null limit 1`)) !== undefined;

/** Claims incidents without alarm; the caller queues the alarms in the same transaction. */
export const claimOpenings = async (tx: Tx, limit: number, now: Instant) =>
  await tx.many(
    OpeningRow,
    sql`
    update incidents set alarmed_at = ${new Date(now)}
    where id in (select id from incidents where alarmed_at is null order by first_at limit ${limit} for update skip locked)
    returning id, kind, subject`,
  );

const NoteRow = rowType({
  subject: col.text,
  note: col.text,
});

/** Closed incidents of a kind that have an operator's note: subject to newest note. Incidents closed automatically have none. */
export async function findClosingNotes(db: Queryable, kind: IncidentKind): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many(
    NoteRow,
    sql`
    select distinct on (subject) subject, note from incidents where kind = ${kind} and closed_at is not null and note <> ''
      order by subject, closed_at desc`,
  );
  return new Map(rows.map(({ subject, note }) => [subject, note]));
}

const SubjectRow = rowType({ subject: col.text });

/** Active subjects of a kind that a rail has reported. */
export async function listActiveSubjectsOfRail(db: Queryable, kind: IncidentKind, rail: string): Promise<readonly string[]> {
  const rows = await db.many(
    SubjectRow,
    sql`select distinct subject from incidents where kind = ${kind} and cause_over_at is null and detail->>'rail' = ${rail}`,
  );
  return rows.map(({ subject }) => subject);
}

/** Subjects of a kind whose problem is not over, including those whose incident an operator has closed. */
export async function listActiveSubjects(db: Queryable, kind: IncidentKind): Promise<readonly string[]> {
  const rows = await db.many(SubjectRow, sql`select distinct subject from incidents where kind = ${kind} and cause_over_at is null`);
  return rows.map(({ subject }) => subject);
}
