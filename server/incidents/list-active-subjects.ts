import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import type { IncidentKind } from '#core/staff/incident.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const SubjectRow = rowType({ subject: col.text });

/** Subjects of a kind whose problem is not over, including those whose incident an operator has closed. */
export async function listActiveSubjects(db: Queryable, kind: IncidentKind): Promise<readonly string[]> {
  const rows = await db.many(SubjectRow, sql`select distinct subject from incidents where kind = ${kind} and cause_over_at is null`);
  return rows.map(({ subject }) => subject);
}
