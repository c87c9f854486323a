import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';

const DigestRow = rowType({
  sha256: col.bytes,
});

/** SHA-256 of the order's cheques. */
export const findDigests = async (db: Queryable, orderId: string): Promise<readonly Buffer[]> =>
  (await db.many(DigestRow, sql`select sha256 from cheques where order_id = ${orderId}`)).map((row) => row.sha256);

/** SQL: whether the customer has sent a cheque for the order with this id. */
export const hasCheque = (orderId: Sql): Sql => sql`exists (select from cheques c where c.order_id = ${orderId})`;

export interface NewCheque {
  readonly id: string;
  readonly orderId: string;
  readonly sha256: Buffer;
  readonly fileKey: string;
  readonly size: number;
  readonly createdAt: Instant;
}

/** Inserts the row of a stored file. */
export async function insertCheque(tx: Tx, cheque: NewCheque): Promise<void> {
  await tx.run(sql`
    insert into cheques (id, order_id, sha256, file_key, size, created_at)
    values (${cheque.id}, ${cheque.orderId}, ${cheque.sha256}, ${cheque.fileKey}, ${cheque.size}, ${new Date(cheque.createdAt)})`);
}

const IdRow = rowType({
  id: col.text,
});

/** Which of these cheques have a row. */
export async function findStored(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.many(IdRow, sql`select id from cheques where id = any(${ids}::uuid[])`);
  return new Set(rows.map(({ id }) => id));
}

const FileRow = rowType({
  file_key: col.text,
});

/** Storage key of a cheque's file. */
export const findFileKey = async (db: Queryable, chequeId: string): Promise<string | undefined> =>
  (await db.maybe(FileRow, sql`select file_key from cheques where id::text = ${chequeId}`))?.file_key;

/** Storage key of the file of a cheque of this order; undefined for a cheque of another order. */
export const findChequeFile = async (db: Queryable, orderId: string, chequeId: string): Promise<string | undefined> =>
  (await db.maybe(FileRow, sql`select file_key from cheques where order_id = ${orderId} and id::text = ${chequeId}`))?.file_key;

const OrderVersionRow = rowType({
  id: col.text,
  version: col.number,
});

/** Stores a cheque's fingerprints; returns its order. */
export const saveFingerprints = async (
  tx: Tx,
  chequeId: string,
  fingerprints: { readonly pictureSha256: Buffer | null; readonly textSha256: Buffer | null },
): Promise<RowOf<typeof OrderVersionRow> | undefined> =>
  await tx.maybe(
    OrderVersionRow,
    sql`
    with c as (update cheques set picture_sha256 = ${fingerprints.pictureSha256}, text_sha256 = ${fingerprints.textSha256}
      where id::text = ${chequeId} returning order_id)
    select o.id, o.version from orders o join c on c.order_id = o.id`,
  );
