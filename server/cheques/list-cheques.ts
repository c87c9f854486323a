import { col, type Queryable, type RowOf, rowType, sql } from '#server/platform/db/db.ts';

export const ChequeRow = rowType({
  id: col.text,
  size: col.number,
  created_at: col.timestamp,
  also_on: col.arrayOf(col.text),
});
export type ChequeRow = RowOf<typeof ChequeRow>;

/** The cheques of an order with the other orders that have the same one: the same file, picture or text. */
export const listCheques = (db: Queryable, orderId: string): Promise<ChequeRow[]> =>
  db.many(
    ChequeRow,
    sql`
    select c.id, c.size, c.created_at,
      array(select distinct s.order_id from cheques s 
        where (s.sha256 = c.sha256 or s.picture_sha256 = c.picture_sha256 or s.text_sha256 = c.text_sha256) and s.order_id <> c.order_id
        order by 1) as also_on
    from cheques c where c.order_id = ${orderId} order by c.created_at, c.id`,
  );
