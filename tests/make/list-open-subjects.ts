import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import type { IncidentKind } from '#core/staff/incident.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const SubjectRow = rowType({ subject: col.text });

/** Subjects of the open incidents of one kind. */
export async function listOpenSubjects(db: Queryable, kind: IncidentKind): Promise<readonly string[]> {
  const rows = await db.many(SubjectRow, sql`select subject from incidents where kind = ${kind} and closed_at is null`);
  return rows.map(({ subject }) => subject);
}
