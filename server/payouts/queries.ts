import { type PayoutReview, reviewMs } from '#core/order/promise.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { PayoutPurpose } from '#core/payout/payout.ts';
import type { Instant } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import { findLivePayout, findPayout } from './store.ts';
import type { PayoutDeps } from './subject.ts';

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

const TakenRow = rowType({ claimed_at: col.timestamp });

/**
 * When an operator took the order's payout to pay it by hand; undefined: not taken. The order counts as sent from then on, although
 * nothing is sent yet.
 */
export const findTakenByHand = async (db: Queryable, orderId: string): Promise<Instant | undefined> =>
  (
    await db.maybe(TakenRow, sql`select claimed_at from payouts where order_id = ${orderId} and state = 'by_hand' and purpose = 'payout'`)
  )?.claimed_at.getTime();

/** Whether a payout or refund of a locked order was started and has not failed: its money may already have left. */
export const hasLivePayout = async (tx: Tx, orderId: string): Promise<boolean> => (await findLivePayout(tx, orderId)) !== undefined;

/** Destination of an attempt, read from its order or withdrawal so that it is current; undefined: no such attempt. */
export async function openPayoutDestination(
  deps: PayoutDeps,
  db: Queryable,
  payoutId: string,
): Promise<{ readonly purpose: PayoutPurpose; readonly values: RequisiteValues } | undefined> {
  const payout = await findPayout(db, payoutId);
  return payout && { purpose: payout.purpose, values: await deps.payoutSubjects[payout.subject.kind].destination(deps, payout) };
}
