import { type PayoutReview, reviewMs } from '#core/order/promise.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';

const ReviewRow = rowType({ id: col.text, since: col.timestamp, is_check: col.bool });
type ReviewRow = RowOf<typeof ReviewRow>;

/** Pending payouts with an open approval: when it was first proposed, and whether the reason is a blacklist match (decision 0070). */
const openReviews = (now: Instant): Sql => sql`
  select o.id, min(a.proposed_at) as since, bool_or(a.payload::jsonb -> 'why' ? 'listed') as is_check
  from orders o join approvals a on a.subject = o.id
  where o.status = 'payout_pending' and a.kind = 'pay_out' and a.proposed_at >= o.status_changed_at
    and a.payload::jsonb ->> 'purpose' = 'payout'
  group by o.id having bool_or(a.state = 'open' and a.expires_at > ${new Date(now)})`;

const reviewOf = (row: ReviewRow): PayoutReview => ({ since: row.since.getTime(), why: row.is_check ? 'check' : 'amount' });

/** The open review of an order's payout. */
export async function findReview(db: Queryable, orderId: string, now: Instant): Promise<PayoutReview | undefined> {
  const row = await db.maybe(ReviewRow, sql`select id, since, is_check from (${openReviews(now)}) r where id = ${orderId}`);
  return row && reviewOf(row);
}

/** Reviews whose promised time has passed. */
export async function listOverdueReviews(db: Queryable, now: Instant): Promise<{ readonly id: string; readonly promisedAt: Instant }[]> {
  const rows = await db.many(ReviewRow, sql`select id, since, is_check from (${openReviews(now)}) r`);
  return rows
    .map((row) => ({ id: row.id, promisedAt: row.since.getTime() + reviewMs(reviewOf(row)) }))
    .filter(({ promisedAt }) => promisedAt <= now);
}
