import type { IncidentKind } from '#core/staff/incident.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const SubjectRow = rowType({ subject: col.text });

/** Subjects of a kind whose problem is not over, including those whose incident an operator has closed. */
export async function listActiveSubjects(db: Queryable, kind: IncidentKind): Promise<readonly string[]> {
  const rows = await db.many(SubjectRow, sql`select distinct subject from incidents where kind = ${kind} and cause_over_at is null`);
  return rows.map(({ subject }) => subject);
}
