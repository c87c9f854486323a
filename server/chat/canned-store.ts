import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { emailOf } from '#server/users/queries.ts';

export const CannedRow = rowType({
  id: col.text,
  title: col.text,
  text_ru: col.text,
  text_en: col.text,
  version: col.number,
  changed_at: col.timestamp,
  changed_by: col.nullable(col.text),
});
export type CannedRow = RowOf<typeof CannedRow>;

const columns = sql`
  r.id, r.title, r.text_ru, r.text_en, r.version, r.changed_at, ${emailOf(sql`r.changed_by`)} as changed_by
  from canned_replies r`;

export const listCanned = async (db: Queryable): Promise<CannedRow[]> =>
  await db.many(CannedRow, sql`select ${columns} where r.deleted_at is null order by lower(r.title), r.id limit 500`);

export const findCanned = async (db: Queryable, id: string): Promise<CannedRow | undefined> =>
  await db.maybe(CannedRow, sql`select ${columns} where r.id::text = ${id} and r.deleted_at is null`);

export interface CannedText {
  readonly title: string;
  readonly text_ru: string;
  readonly text_en: string;
}

interface CannedChange {
  readonly id: string;
  readonly reply: CannedText;
  readonly operatorId: string;
  readonly now: Date;
}

export const insertCanned = async (tx: Tx, { id, reply, operatorId, now }: CannedChange): Promise<number> =>
  await tx.run(sql`
    insert into canned_replies (id, title, text_ru, text_en, changed_at, changed_by)
    values (${id}, ${reply.title}, ${reply.text_ru}, ${reply.text_en}, ${now}, ${operatorId})`);

/** Saves over the version that was read; 0 when it was changed or deleted meanwhile. */
export const saveCanned = async (
  tx: Tx,
  { id, reply, operatorId, now, version }: CannedChange & { readonly version: number },
): Promise<number> =>
  await tx.run(sql`
    update canned_replies set title = ${reply.title}, text_ru = ${reply.text_ru}, text_en = ${reply.text_en}, version = version + 1,
      changed_at = ${now}, changed_by = ${operatorId}
    where id::text = ${id} and version = ${version} and deleted_at is null`);

export const dropCanned = async (tx: Tx, id: string, now: Date): Promise<number> =>
  await tx.run(sql`update canned_replies set deleted_at = ${now} where id::text = ${id} and deleted_at is null`);
