import sql, { type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { NOTICE_KINDS, type PublicNotice } from '#core/public-notice.ts';
import type { Instant } from '#core/time.ts';
import { countUpTo } from '#server/platform/db/count-up-to.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { type Part, type SortKey, sortedKeys } from '#server/platform/db/keyset.ts';
import { readPart } from '#server/platform/db/read-part.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import type { Page } from '#server/platform/http/page-of.ts';

const NoticeRow = z.object({
  id: z.string(),
  kind: z.enum(NOTICE_KINDS),
  text_ru: z.string(),
  text_en: z.string(),
  link: z.nullable(z.string()),
  from_at: z.date(),
  until_at: z.nullable(z.date()),
  dismissible: z.boolean(),
  revision: z.int(),
});

const columns = sql`n.id::text, n.kind, n.text_ru, n.text_en, n.link, n.from_at, n.until_at, n.dismissible, n.revision`;

const fromRow = (row: z.output<typeof NoticeRow>): PublicNotice => ({
  id: row.id,
  kind: row.kind,
  text: { ru: row.text_ru, en: row.text_en },
  link: row.link,
  from: row.from_at.getTime(),
  until: row.until_at && row.until_at.getTime(),
  dismissible: row.dismissible,
  revision: row.revision,
});

/** Those that are told or will be. */
export const readStandingNotices = async (db: Queryable, now: Instant): Promise<PublicNotice[]> =>
  (
    await db.many(
      NoticeRow,
      sql`select ${columns} from public_notices n where n.withdrawn_at is null and (n.until_at is null or n.until_at > ${new Date(now)}) order by n.from_at`,
    )
  ).map(fromRow);

export const ToldRow = z.extend(NoticeRow, {
  made_by_name: z.string(),
  made_at: z.date(),
  changed_by_name: z.string(),
  changed_at: z.date(),
  withdrawn_by_name: z.nullable(z.string()),
  withdrawn_at: z.nullable(z.date()),
});
export type ToldRow = z.output<typeof ToldRow>;

const toldColumns = sql`${columns}, coalesce(m.full_name, m.email) as made_by_name, n.made_at, coalesce(c.full_name, c.email) as changed_by_name,
  n.changed_at, coalesce(w.full_name, w.email) as withdrawn_by_name, n.withdrawn_at`;
const source = sql`public_notices n join users m on m.id = n.made_by join users c on c.id = n.changed_by left join users w on w.id = n.withdrawn_by`;

const madeAt: SortKey = { column: sql`n.made_at`, type: 'timestamptz' };
const SORTABLE = { made_at: madeAt, from: { column: sql`n.from_at`, type: 'timestamptz' } } as const satisfies Record<string, SortKey>;
const NEWEST: readonly SortKey[] = [
  { ...madeAt, isDescending: true },
  { column: sql`n.id`, type: 'uuid' },
];

const wordsIn = (q: string | undefined): Sql => {
  const words = `%${(q ?? '').replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
  return sql`(${q ?? null}::text is null or n.text_ru ilike ${words} or n.text_en ilike ${words})`;
};

export const listNotices = async (db: Queryable, q: string | undefined, page: Page): Promise<Part<ToldRow>> =>
  await readPart(
    db,
    { row: ToldRow, columns: toldColumns, source, where: wordsIn(q) },
    { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST) },
  );

export const countNotices = (db: Queryable, q: string | undefined, most: number): Promise<number> =>
  countUpTo(db, sql`from public_notices n where ${wordsIn(q)}`, most);

export const findNotice = (db: Queryable, id: string): Promise<ToldRow | undefined> =>
  db.maybe(ToldRow, sql`select ${toldColumns} from ${source} where n.id::text = ${id}`);

/** Nobody else writes one until the transaction ends. */
export const lockNotices = async (tx: Tx): Promise<unknown> =>
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('public_notices')) is null as done`);

interface Written {
  readonly operatorId: string;
  readonly now: Instant;
}

const until = (at: Instant | null): Date | null => (at === null ? null : new Date(at));

export const insertNotice = (tx: Tx, made: PublicNotice, { operatorId, now }: Written): Promise<number> =>
  tx.run(sql`
    insert into public_notices (id, kind, text_ru, text_en, link, from_at, until_at, dismissible, made_by, made_at, changed_by, changed_at)
    values (${made.id}, ${made.kind}, ${made.text.ru}, ${made.text.en}, ${made.link}, ${new Date(made.from)}, ${until(made.until)},
      ${made.dismissible}, ${operatorId}, ${new Date(now)}, ${operatorId}, ${new Date(now)})`);

/** Zero: it was changed or taken down since. */
export const changeNotice = (tx: Tx, made: PublicNotice, { operatorId, now }: Written): Promise<number> =>
  tx.run(sql`
    update public_notices set kind = ${made.kind}, text_ru = ${made.text.ru}, text_en = ${made.text.en}, link = ${made.link},
      from_at = ${new Date(made.from)}, until_at = ${until(made.until)}, dismissible = ${made.dismissible}, revision = revision + 1,
      changed_by = ${operatorId}, changed_at = ${new Date(now)}
    where id::text = ${made.id} and revision = ${made.revision} and withdrawn_at is null`);

/** Zero: it was down already. */
export const withdrawNotice = (tx: Tx, id: string, { operatorId, now }: Written): Promise<number> =>
  tx.run(sql`
    update public_notices set withdrawn_by = ${operatorId}, withdrawn_at = ${new Date(now)}
    where id::text = ${id} and withdrawn_at is null and (until_at is null or until_at > ${new Date(now)})`);
