import type { IncidentKind } from '#core/staff/incident.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

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
