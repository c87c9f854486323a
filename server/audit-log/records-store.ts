import * as z from 'zod/mini';
import sql, { join, type Sql } from 'sql-template-tag';
import { DAY_MS } from '#core/time.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys, type Start } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import { written } from '#server/platform/db/row.ts';

const RecordRow = z.object({
  id: z.string(),
  at: z.date(),
  actor_id: z.string(),
  actor: z.nullable(z.string()),
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  detail: written<Readonly<Record<string, unknown>>>(),
  words: z.nullable(z.instanceof(Buffer)),
  key_sealed: z.nullable(z.instanceof(Buffer)),
});
export type RecordRow = z.output<typeof RecordRow>;

export interface RecordFilter {
  readonly q?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject_type?: string | undefined;
  /** Days in Moscow, as the office reads times. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const source = sql`audit_log a left join users u on u.id::text = a.actor_id left join audit_words w on w.audit_id = a.id
  left join audit_keys k on k.subject_type = w.subject_type and k.subject_id = w.subject_id`;
const columns = sql`a.id, a.at, a.actor_id, coalesce(u.full_name, u.email) as actor, a.action, a.subject_type, a.subject_id, a.detail, w.words, k.key_sealed`;
const at: SortKey = { column: sql`a.at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...at, isDescending: true },
  { column: sql`a.id`, type: 'uuid' },
];

/** When a day begins in Moscow, some days later; a day that no calendar has begins never. */
function midnight(day: string, later: number): Date | undefined {
  const at = Date.parse(`${day}T00:00:00+03:00`) + later * DAY_MS;
  return at > 0 ? new Date(at) : undefined;
}

/** A bound in time: nothing is found beyond a day that does not exist. */
const bounded = (day: string, later: number, compare: (day: Date) => Sql): Sql => {
  const at = midnight(day, later);
  return at === undefined ? sql`false` : compare(at);
};
const beginning = (text: string): string => `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function condition({ q, actor, action, subject_type: subjectType, from, to }: RecordFilter): Sql {
  const people = (text: string) =>
    sql`a.actor_id in (select id::text from users where role <> 'customer' and (lower(email) like lower(${text}) or lower(full_name) like lower(${text})))`;
  const parts = [
    ...(q === undefined ? [] : [sql`(a.subject_id = ${q} or ${people(beginning(q))})`]),
    ...(actor === undefined ? [] : [sql`a.actor_id = ${actor}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(subjectType === undefined ? [] : [sql`a.subject_type = ${subjectType}`]),
    ...(from === undefined ? [] : [bounded(from, 0, (day) => sql`a.at >= ${day}`)]),
    ...(to === undefined ? [] : [bounded(to, 1, (day) => sql`a.at < ${day}`)]),
  ];
  return parts.length === 0 ? sql`true` : join(parts, ' and ');
}

export async function listRecords(
  db: Queryable,
  filter: RecordFilter,
  page: {
    readonly limit: number;
    readonly offset: number;
    readonly from: Start | undefined;
    readonly sort?: readonly string[] | undefined;
  },
): Promise<Part<RecordRow>> {
  const list = { row: RecordRow, columns, source, where: condition(filter) };
  return await readPart(db, list, { ...page, keys: sortedKeys(page.sort, { at }, NEWEST_FIRST) });
}

export const countRecords = (db: Queryable, filter: RecordFilter, most?: number): Promise<number> =>
  countUpTo(db, sql`from audit_log a where ${condition(filter)}`, most);

const ActionRow = z.object({ action: z.string() });

/** Every deed that ever was, for the filter: found by stepping through the index, not by reading the log. */
export async function listActions(db: Queryable): Promise<string[]> {
  const rows = await db.many(
    ActionRow,
    sql`
    with recursive steps as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > s.action order by a.action limit 1) from steps s where s.action is not null
    ) select action from steps where action is not null`,
  );
  return rows.map(({ action }) => action);
}
