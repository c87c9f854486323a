import { EXPORT_STATES } from '#contract/account/personal-data.ts';
import { col, type Queryable, raw, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const COLUMNS = raw('id, user_id, state, done, parts, requested_at, expires_at, file_key, file_secret_sealed, size');

export const ExportRow = rowType({
  id: col.text,
  user_id: col.text,
  state: col.oneOf(EXPORT_STATES),
  done: col.number,
  parts: col.number,
  requested_at: col.timestamp,
  expires_at: col.timestamp,
  file_key: col.nullable(col.text),
  file_secret_sealed: col.nullable(col.bytes),
  size: col.nullable(col.number),
});
export type ExportRow = RowOf<typeof ExportRow>;

export const listExports = async (db: Queryable, userId: string): Promise<ExportRow[]> =>
  await db.many(ExportRow, sql`select ${COLUMNS} from data_exports where user_id = ${userId} order by requested_at desc, id limit 10`);

/** The export in progress or ready. */
export const findCurrent = async (db: Queryable, userId: string, now: Date): Promise<ExportRow | undefined> =>
  await db.maybe(
    ExportRow,
    sql`
    select ${COLUMNS} from data_exports where user_id = ${userId} and state in ('queued', 'ready') and expires_at > ${now}
    order by requested_at desc limit 1`,
  );

export const insertExport = async (
  tx: Tx,
  newExport: { id: string; userId: string; parts: number; at: Date; until: Date },
): Promise<ExportRow> =>
  await tx.one(
    ExportRow,
    sql`
    insert into data_exports (id, user_id, state, parts, requested_at, expires_at)
    values (${newExport.id}, ${newExport.userId}, 'queued', ${newExport.parts}, ${newExport.at}, ${newExport.until}) returning ${COLUMNS}`,
  );

export const findQueued = async (db: Queryable, id: string): Promise<ExportRow | undefined> =>
  await db.maybe(ExportRow, sql`select ${COLUMNS} from data_exports where id = ${id} and state = 'queued'`);

export const saveProgress = async (db: Queryable, id: string, completedParts: number): Promise<number> =>
  await db.run(sql`update data_exports set done = ${completedParts} where id = ${id} and state = 'queued'`);

export const saveFailed = async (db: Queryable, id: string): Promise<number> =>
  await db.run(sql`update data_exports set state = 'failed' where id = ${id} and state = 'queued'`);

/** False if the export was deleted or finished by another run. */
export const saveReady = async (
  db: Queryable,
  { id, fileKey, secretSealed, size, now }: { id: string; fileKey: string; secretSealed: Buffer; size: number; now: Date },
): Promise<boolean> =>
  (await db.run(sql`
    update data_exports set state = 'ready', done = parts, file_key = ${fileKey}, file_secret_sealed = ${secretSealed}, size = ${size},
      ready_at = ${now}
    where id = ${id} and state = 'queued'`)) === 1;

/** Marks an archive as taken and returns its row from before. Undefined if there is none or another call has taken it. */
export const takeExport = async (tx: Tx, { id, userId, now }: { id: string; userId: string; now: Date }): Promise<ExportRow | undefined> =>
  await tx.maybe(
    ExportRow,
    sql`
    with found as (select ${COLUMNS} from data_exports
      where id = ${id} and user_id = ${userId} and state = 'ready' and expires_at > ${now} for update)
    , taken as (update data_exports set state = 'taken', file_secret_sealed = null where id in (select id from found))
    select ${COLUMNS} from found`,
  );

/** An archive that may be taken. */
export const findExport = async (
  db: Queryable,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<ExportRow | undefined> =>
  await db.maybe(
    ExportRow,
    sql`select ${COLUMNS} from data_exports where id = ${id} and user_id = ${userId} and state = 'ready' and expires_at > ${now}`,
  );

/** Ends archives past their time and destroys their keys. The caller removes the files. */
export const expireExports = async (db: Queryable, now: Date): Promise<ExportRow[]> =>
  await db.many(
    ExportRow,
    sql`
    update data_exports set state = 'over', file_secret_sealed = null where state in ('queued', 'ready') and expires_at <= ${now}
      returning ${COLUMNS}`,
  );

/** Files of a user's archives. */
export const findFiles = async (db: Queryable, userId: string): Promise<string[]> =>
  (await db.many(ExportRow, sql`select ${COLUMNS} from data_exports where user_id = ${userId} and file_key is not null`)).flatMap(
    ({ file_key: key }) => key ?? [],
  );
