import sql from 'sql-template-tag';
import type { IncidentKind } from '#core/incident.ts';
import type { Queryable } from '#server/platform/db/db.ts';

/** What a person has explained: subjects of closed incidents of one kind, each with its newest note. */
export async function findExplained(db: Queryable, kind: IncidentKind): Promise<ReadonlyMap<string, string>> {
  const rows = await db.many<{ subject: string; note: string }>(sql`
    select distinct on (subject) subject, note from incidents where kind = ${kind} and closed_at is not null order by subject, closed_at desc`);
  return new Map(rows.map(({ subject, note }) => [subject, note]));
}
