import { NOTICE_KINDS, type PublicNotice } from '#core/notices/public-notice.ts';
import type { Instant } from '#core/time.ts';
import { AnyRow, col, escapeLike, extendRow, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { countUpTo, type ListPage, readListPage, sortedKeys, type SortKey } from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import { nameOf } from '#server/users/queries.ts';

const NoticeRow = rowType(
  {
    id: col.text,
    kind: col.oneOf(NOTICE_KINDS),
    text_ru: col.text,
    text_en: col.text,
    link: col.nullable(col.text),
    from_at: col.timestamp,
    until_at: col.nullable(col.timestamp),
    dismissible: col.bool,
    revision: col.number,
  },
  'n',
);

const fromRow = (row: RowOf<typeof NoticeRow>): PublicNotice => ({
  id: row.id,
  kind: row.kind,
  text: { ru: row.text_ru, en: row.text_en },
  link: row.link,
  from: row.from_at.getTime(),
  until: row.until_at && row.until_at.getTime(),
  dismissible: row.dismissible,
  revision: row.revision,
});

/** Notices that are visible or planned. */
export const readOpenNotices = async (db: Queryable, now: Instant): Promise<PublicNotice[]> =>
  (
    await db.many(
      NoticeRow,
      sql`select ${NoticeRow.list} from public_notices n
        where n.withdrawn_at is null and (n.until_at is null or n.until_at > ${new Date(now)})
        order by n.from_at`,
    )
  ).map(fromRow);

export const AuthoredNoticeRow = extendRow(
  NoticeRow,
  {
    made_by_name: col.computed(col.text, nameOf(sql`n.made_by`)),
    made_at: col.timestamp,
    changed_by_name: col.computed(col.text, nameOf(sql`n.changed_by`)),
    changed_at: col.timestamp,
    withdrawn_by_name: col.computed(col.nullable(col.text), nameOf(sql`n.withdrawn_by`)),
    withdrawn_at: col.nullable(col.timestamp),
  },
  'n',
);
export type AuthoredNoticeRow = RowOf<typeof AuthoredNoticeRow>;

const source = sql`public_notices n`;

const madeAt: SortKey = { column: sql`n.made_at`, type: 'timestamptz' };
const SORTABLE = { made_at: madeAt, from: { column: sql`n.from_at`, type: 'timestamptz' } } as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...madeAt, isDescending: true },
  { column: sql`n.id`, type: 'uuid' },
];

const matches = (q: string | undefined): Sql => {
  const pattern = `%${escapeLike(q ?? '')}%`;
  return sql`(${q ?? null}::text is null or n.text_ru ilike ${pattern} or n.text_en ilike ${pattern})`;
};

export const listNotices = async (db: Queryable, q: string | undefined, page: PageRequest): Promise<ListPage<AuthoredNoticeRow>> =>
  await readListPage(db, { row: AuthoredNoticeRow, source, where: matches(q) }, { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) });

export const countNotices = (db: Queryable, q: string | undefined, max: number): Promise<number> =>
  countUpTo(db, sql`from public_notices n where ${matches(q)}`, max);

export const findNotice = (db: Queryable, id: string): Promise<AuthoredNoticeRow | undefined> =>
  db.maybe(AuthoredNoticeRow, sql`select ${AuthoredNoticeRow.list} from ${source} where n.id::text = ${id}`);

/** Serializes changes of notices until the transaction ends. */
export const lockNotices = async (tx: Tx): Promise<unknown> =>
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('public_notices')) is null as done`);

interface WriteInfo {
  readonly operatorId: string;
  readonly now: Instant;
}

const dateOrNull = (at: Instant | null): Date | null => (at === null ? null : new Date(at));

export const insertNotice = (tx: Tx, notice: PublicNotice, { operatorId, now }: WriteInfo): Promise<number> =>
  tx.run(sql`
    insert into public_notices (id, kind, text_ru, text_en, link, from_at, until_at, dismissible, made_by, made_at, changed_by, changed_at)
    values (${notice.id}, ${notice.kind}, ${notice.text.ru}, ${notice.text.en}, ${notice.link}, ${new Date(notice.from)},
      ${dateOrNull(notice.until)},
      ${notice.dismissible}, ${operatorId}, ${new Date(now)}, ${operatorId}, ${new Date(now)})`);

/** Returns 0 if it was changed or withdrawn since. */
export const updateNotice = (tx: Tx, notice: PublicNotice, { operatorId, now }: WriteInfo): Promise<number> =>
  tx.run(sql`
    update public_notices set kind = ${notice.kind}, text_ru = ${notice.text.ru}, text_en = ${notice.text.en}, link = ${notice.link},
      from_at = ${new Date(notice.from)}, until_at = ${dateOrNull(notice.until)}, dismissible = ${notice.dismissible},
        revision = revision + 1,
      changed_by = ${operatorId}, changed_at = ${new Date(now)}
    where id::text = ${notice.id} and revision = ${notice.revision} and withdrawn_at is null`);

/** Returns 0 if it was withdrawn already. */
export const withdrawNotice = (tx: Tx, id: string, { operatorId, now }: WriteInfo): Promise<number> =>
  tx.run(sql`
    update public_notices set withdrawn_by = ${operatorId}, withdrawn_at = ${new Date(now)}
    where id::text = ${id} and withdrawn_at is null and (until_at is null or until_at > ${new Date(now)})`);
