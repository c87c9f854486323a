import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** A request to a customer for another destination. */
export interface DestinationRequest {
  readonly id: string;
  readonly orderId: string;
  readonly recipient: string;
  readonly expiresAt: Instant;
}

const RequestRow = rowType({ id: col.text, order_id: col.text, recipient: col.text, expires_at: col.timestamp });

const fromRow = (row: RowOf<typeof RequestRow>): DestinationRequest => ({
  id: row.id,
  orderId: row.order_id,
  recipient: row.recipient,
  expiresAt: row.expires_at.getTime(),
});

export interface NewRequest extends DestinationRequest {
  readonly askedBy: string | null;
  readonly note: string;
  readonly now: Instant;
}

/** Inserts a request and closes the open one, so that its link stops working. The order is locked. */
export async function replaceRequest(tx: Tx, request: NewRequest): Promise<number> {
  const now = new Date(request.now);
  await closeRequests(tx, request.orderId, request.now);
  return await tx.run(sql`
    insert into destination_requests (id, order_id, asked_by, note, recipient, asked_at, expires_at)
    values (${request.id}, ${request.orderId}, ${request.askedBy}::uuid, ${request.note}, ${request.recipient}, ${now},
      ${new Date(request.expiresAt)})`);
}

/** Closes the open request: its link stops working. */
export const closeRequests = async (tx: Tx, orderId: string, now: Instant): Promise<number> =>
  await tx.run(
    sql`update destination_requests set closed_at = ${new Date(now)}
      where order_id = ${orderId} and given_at is null and closed_at is null`,
  );

/** The open, unexpired request of an order. */
export async function findOpenRequest(db: Queryable, orderId: string, now: Instant): Promise<DestinationRequest | undefined> {
  const row = await db.maybe(
    RequestRow,
    sql`
    select id, order_id, recipient, expires_at from destination_requests
    where order_id = ${orderId} and given_at is null and closed_at is null and expires_at > ${new Date(now)}`,
  );
  return row && fromRow(row);
}

/** A request that is not answered or closed; it may be expired. */
export async function findRequest(db: Queryable, id: string): Promise<DestinationRequest | undefined> {
  const row = await db.maybe(
    RequestRow,
    sql`select id, order_id, recipient, expires_at from destination_requests
      where id::text = ${id} and given_at is null and closed_at is null`,
  );
  return row && fromRow(row);
}

/** Stores the customer's answer. False if the request was answered, closed or has expired. */
export const saveAnswer = async (tx: Tx, id: string, answer: { readonly approvalId: string; readonly now: Instant }): Promise<boolean> =>
  (await tx.run(sql`
    update destination_requests set given_at = ${new Date(answer.now)}, approval_id = ${answer.approvalId}
    where id = ${id} and given_at is null and closed_at is null and expires_at > ${new Date(answer.now)}`)) === 1;

const AnswersRow = rowType({ is_waiting: col.bool, is_used: col.bool });

/** `isWaiting`: an answer waits for an operator. `isUsed`: one was approved, so the customer is not asked again (domain 5: once). */
export const findAnswers = async (db: Queryable, orderId: string, now: Instant): Promise<{ isWaiting: boolean; isUsed: boolean }> => {
  const row = await db.one(
    AnswersRow,
    sql`
    select coalesce(bool_or(a.state = 'open' and a.expires_at > ${new Date(now)}), false) as is_waiting,
      coalesce(bool_or(a.state = 'approved'), false) as is_used
    from destination_requests r join approvals a on a.id = r.approval_id where r.order_id = ${orderId}`,
  );
  return { isWaiting: row.is_waiting, isUsed: row.is_used };
};
