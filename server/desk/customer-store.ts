import { NOTE_AUDIENCES, type NoteAudience } from '#core/customer/customer.ts';
import { ORDER_STATUSES } from '#core/order/status.ts';
import type { Instant } from '#core/time.ts';
import { col, join, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const RelatedOrderRow = rowType({
  id: col.text,
  status: col.oneOf(ORDER_STATUSES),
  email: col.text,
  income_code: col.text,
  outcome_code: col.text,
  income_amount: col.text,
  outcome_amount: col.text,
  created_at: col.timestamp,
  is_lookalike: col.bool,
});
export type RelatedOrderRow = RowOf<typeof RelatedOrderRow>;

/**
 * The given orders, newest first. `is_lookalike`: another destination that looks the same as that
 * of `orderId` once masked.
 */
export const listRelatedOrders = async (db: Queryable, orderId: string, ids: readonly string[]): Promise<RelatedOrderRow[]> =>
  ids.length === 0
    ? []
    : await db.many(
        RelatedOrderRow,
        sql`
        select k.id, k.status, k.email, k.income_code, k.outcome_code, k.income_amount, k.outcome_amount, k.created_at,
          (k.outcome_code = o.outcome_code and k.outcome_requisites_masked = o.outcome_requisites_masked
            and k.outcome_fingerprint <> o.outcome_fingerprint) as is_lookalike
        from orders o, orders k where o.id = ${orderId} and k.id in (${join([...ids])}) order by k.created_at desc, k.id`,
      );

const NoteRow = rowType({
  id: col.text,
  note: col.text,
  audience: col.oneOf(NOTE_AUDIENCES),
  author: col.text,
  at: col.timestamp,
  order_id: col.text,
});
export type NoteRow = RowOf<typeof NoteRow>;

const MAX_NOTES = 50;

/** Operators' notes on these mailboxes, newest first. */
export const listNotes = (db: Queryable, mailboxes: readonly string[], audiences: readonly NoteAudience[]): Promise<NoteRow[]> =>
  db.many(
    NoteRow,
    sql`
    select n.id, n.note, n.audience, coalesce(u.full_name, u.email) as author, n.at, n.order_id
    from customer_notes n join users u on u.id = n.author_id
    where n.mailbox in (${join([...mailboxes])}) and n.audience in (${join([...audiences])}) order by n.at desc, n.id limit ${MAX_NOTES}`,
  );

export interface NewCustomerNote {
  readonly id: string;
  readonly mailbox: string;
  readonly note: string;
  readonly audience: NoteAudience;
  readonly authorId: string;
  readonly orderId: string;
  readonly at: Instant;
}

export const insertNote = (tx: Tx, note: NewCustomerNote): Promise<number> =>
  tx.run(sql`
    insert into customer_notes (id, mailbox, note, audience, author_id, order_id, at)
    values (${note.id}, ${note.mailbox}, ${note.note}, ${note.audience}, ${note.authorId}, ${note.orderId}, ${new Date(note.at)})`);
