import { BY_HAND_RAIL, type PayoutPurpose } from '#core/payout/payout.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

/** Failed refunds are retried this often; then an operator pays them by hand. */
export const MAX_REFUND_ATTEMPTS = 5;

const UnattemptedOrderRow = rowType({
  id: col.text,
  status: col.text,
});

/**
 * Orders to pay or refund without an attempt under way: their job was lost, or the last refund failed before `retry`. Orders waiting for
 * approval are excluded. Payouts first; random order, so that orders that cannot be paid do not starve others.
 */
export async function findUnattemptedOrders(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<{ orderId: string; purpose: PayoutPurpose }[]> {
  const rows = await db.many(
    UnattemptedOrderRow,
    sql`
    select o.id, o.status from orders o
    left join lateral (
      select count(*) filter (where rail <> ${BY_HAND_RAIL}) as attempts, max(updated_at) as last_at, bool_or(state <> 'failed') as is_live
      from payouts p where p.order_id = o.id and p.purpose <> 'surplus' and (p.purpose = 'refund' or p.state <> 'failed')) a on true
    where o.status in ('payout_pending', 'refund_pending') and o.status_changed_at <= ${new Date(before.lost)}
      and a.is_live is not true
      and not exists (select from approvals w
      where w.subject = o.id and w.kind = 'pay_out' and w.state = 'open' and w.expires_at > ${new Date(before.lost)})
      and (o.status = 'payout_pending' or (
        (o.income_requisites_masked <> '{}'::jsonb or o.returns_by_payment) and a.attempts < ${MAX_REFUND_ATTEMPTS}
          and coalesce(a.last_at <= ${new Date(before.retry)}, true)))
    order by o.status = 'payout_pending' desc, random() limit ${limit}`,
  );
  return rows.map((row) => ({ orderId: row.id, purpose: row.status === 'payout_pending' ? 'payout' : 'refund' }));
}

const QueuedSurplusRow = rowType({
  order_id: col.text,
});

/**
 * Orders whose queued surplus return has no running job: new ones, and those whose last attempt failed before `retry`, at most
 * MAX_REFUND_ATTEMPTS times.
 */
export async function findQueuedSurplus(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<string[]> {
  const rows = await db.many(
    QueuedSurplusRow,
    sql`
    select p.order_id from payouts p join orders o on o.id = p.order_id
    where p.state = 'queued' and p.rail <> ${BY_HAND_RAIL} and (o.income_requisites_masked <> '{}'::jsonb or o.returns_by_payment)
    and p.attempt <= ${MAX_REFUND_ATTEMPTS}
      and p.claimed_at <= case when p.attempt = 1 then ${new Date(before.lost)}::timestamptz else ${new Date(before.retry)}::timestamptz end
    order by random() limit ${limit}`,
  );
  return rows.map((row) => row.order_id);
}
