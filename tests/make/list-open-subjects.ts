import type { IncidentKind } from '#core/staff/incident.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const SubjectRow = rowType({ subject: col.text });

/** Subjects of the open incidents of one kind. */
export async function listOpenSubjects(db: Queryable, kind: IncidentKind): Promise<readonly string[]> {
  const rows = await db.many(SubjectRow, sql`select subject from incidents where kind = ${kind} and closed_at is null`);
  return rows.map(({ subject }) => subject);
}
