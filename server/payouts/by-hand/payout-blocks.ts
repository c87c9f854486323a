import type { Subject } from '#core/payout/payout.ts';
import { AnyRow, type Queryable, sql } from '#server/platform/db/db.ts';

/**
 * Whether a rail reported a failed attempt of this order or withdrawal as executed, with an open incident.
 * - Until it is closed nothing is paid or refunded automatically: money may have been sent.
 * - An operator can still end the payout by hand.
 */
export async function isContradicted(db: Queryable, subjectId: string): Promise<boolean> {
  const row = await db.maybe(
    AnyRow,
    sql`
    select 1 from incidents i join payouts p on p.id::text = i.subject
    where i.kind = 'payout_contradicted' and i.closed_at is null and ${subjectId} in (p.order_id, p.withdrawal_id) and p.state = 'failed'
    limit 1`,
  );
  return row !== undefined;
}

/**
 * Whether automatic payouts and refunds of this order are blocked by a contradicted attempt or a mismatched payment, for example one
 * refunded at the acquirer. An operator closes the incident or ends the order.
 */
export async function isBlockedForReview(db: Queryable, orderId: string): Promise<boolean> {
  if (await isContradicted(db, orderId)) return true;
  const row = await db.maybe(
    AnyRow,
    sql`select 1 from incidents where kind = 'payment_odd' and subject = ${orderId} and closed_at is null limit 1`,
  );
  return row !== undefined;
}

/**
 * Whether a call that the provider never received must not be repeated: the money is written off, an earlier attempt is contradicted, or
 * the payment is under review. The claimed attempt stays as it is until an operator decides.
 */
export async function mustNotResend(db: Queryable, { kind, id }: Subject): Promise<boolean> {
  if (kind === 'withdrawal') return await isContradicted(db, id);
  return (await isBlockedForReview(db, id)) || (await isWrittenOff(db, id));
}

/** Whether money of this order was written off: taken back while or after its payout, refund or return was sent. */
export async function isWrittenOff(db: Queryable, orderId: string): Promise<boolean> {
  const row = await db.maybe(
    AnyRow,
    sql`
    select 1 from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} and t.phase = 'posted' and e.account_kind = 'expense' and e.account_of = 'reversed'
    having sum(e.amount) > 0`,
  );
  return row !== undefined;
}
