import { idsOfNumber } from '#core/order/number.ts';
import { isInRange } from '#server/platform/db/id-range.ts';
import { col, join, prefixPattern, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { type DayRange, inDays } from '#server/platform/db/day-range.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { ListPart } from '#server/platform/http/pagination.ts';
import { auditDetail } from './store.ts';

const RecordRow = rowType(
  {
    id: col.text,
    at: col.timestamp,
    actor_id: col.text,
    actor: col.computed(col.nullable(col.text), sql`coalesce(u.full_name, u.email)`),
    action: col.text,
    subject_type: col.text,
    subject_id: col.text,
    detail: auditDetail,
    words: col.computed(col.nullable(col.bytes), sql`w.words`),
    key_sealed: col.computed(col.nullable(col.bytes), sql`k.key_sealed`),
  },
  'a',
);
export type RecordRow = RowOf<typeof RecordRow>;

export interface RecordFilter extends DayRange {
  readonly q?: string | undefined;
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly subject_type?: string | undefined;
}

const source = sql`audit_log a left join users u on u.id::text = a.actor_id left join audit_words w on w.audit_id = a.id
  left join audit_keys k on k.subject_type = w.subject_type and k.subject_id = w.subject_id`;
const at: SortKey = { column: sql`a.at`, type: 'timestamptz' };
const NEWEST_FIRST: readonly SortKey[] = [
  { ...at, isDescending: true },
  { column: sql`a.id`, type: 'uuid' },
];

function condition({ q, actor, action, subject_type: subjectType, ...range }: RecordFilter): Sql {
  const people = (text: string) =>
    sql`a.actor_id in (select id::text from users
      where role <> 'customer' and (lower(email) like lower(${text}) or lower(full_name) like lower(${text})))`;
  const numberRange = idsOfNumber(q ?? '');
  const ofOrder =
    numberRange === null ? sql`false` : sql`(a.subject_type in ('order', 'withdrawal') and ${isInRange(sql`a.subject_id`, numberRange)})`;
  const parts = [
    ...(q === undefined ? [] : [sql`(a.subject_id = ${q} or ${people(prefixPattern(q))} or ${ofOrder})`]),
    ...(actor === undefined ? [] : [sql`a.actor_id = ${actor}`]),
    ...(action === undefined ? [] : [sql`a.action = ${action}`]),
    ...(subjectType === undefined ? [] : [sql`a.subject_type = ${subjectType}`]),
    inDays(at.column, range),
  ];
  return join(parts, ' and ');
}

export async function listRecords(db: Queryable, filter: RecordFilter, page: ListPart): Promise<ListPage<RecordRow>> {
  const list = { row: RecordRow, source, where: condition(filter) };
  return await readListPage(db, list, { ...page, keys: sortedKeys(page.sort, { at }, NEWEST_FIRST) });
}

export const countRecords = (db: Queryable, filter: RecordFilter, max?: number): Promise<number> =>
  countUpTo(db, sql`from audit_log a where ${condition(filter)}`, max);

const ActionRow = rowType({ action: col.text });

/** All actions in the log, for the filter. The query skips through the index instead of reading the whole log. */
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
