import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { IncidentKind } from '#core/incident.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const ExplainedRow = z.object({
  subject: z.string(),
  note: z.string(),
});

/** What a person has explained: subjects of closed incidents of one kind, each with its newest note. What was closed because it healed, nobody has explained. */
export async function findExplained(db: Queryable, kind: IncidentKind): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many(
    ExplainedRow,
    sql`
    select distinct on (subject) subject, note from incidents where kind = ${kind} and closed_at is not null and note <> '' order by subject, closed_at desc`,
  );
  return new Map(rows.map(({ subject, note }) => [subject, note]));
}
