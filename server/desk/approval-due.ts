import { REVIEW_MS } from '#core/order/promise.ts';
import { COMPLIANCE_DECISION_MS } from '#core/order/deadlines.ts';
import { SECOND_MS } from '#core/time.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const interval = (ms: number) => sql`make_interval(secs => ${ms / SECOND_MS}::int)`;

/** When the decision was first asked for: for a payout since it became due, even if an expired proposal was renewed. */
export const waitingSince = sql`asked.since`;

/**
 * When a proposal `a` must be decided, as promised to its customer (`core/order/promise.ts`): for an order, a wallet at its cap,
 * or a withdrawal. Null if no customer waits for it. Needs `dueSource`.
 */
export const promisedDecision = sql`case
  when asked_order.id is not null and a.kind = 'pay_out' and a.payload::jsonb -> 'why' ? 'listed'
  then ${waitingSince} + ${interval(COMPLIANCE_DECISION_MS)}
  when asked_order.id is not null or a.kind = 'release_cap' then ${waitingSince} + ${interval(REVIEW_MS)}
  when a.kind in ('pay_out', 'end_payout') then asked_withdrawal.promised_at end`;
export const dueSource = sql`
  left join orders asked_order on asked_order.id = a.subject
  left join withdrawals asked_withdrawal on asked_withdrawal.id = a.subject
  cross join lateral (
    select coalesce(min(b.proposed_at), a.proposed_at) as since from approvals b
    where b.subject = a.subject and b.kind = 'pay_out' and a.kind = 'pay_out' and asked_order.status = 'payout_pending'
      and b.proposed_at >= asked_order.status_changed_at) asked`;

const PromiseRow = rowType({ id: col.text, promised_at: col.timestamp });

/** When a decision on these proposals was promised, by proposal id; absent if no customer waits. */
export async function findPromisedDecisions(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.many(
    PromiseRow,
    sql`
    select p.id, p.promised_at from (
      select a.id, ${promisedDecision} as promised_at from approvals a ${dueSource} where a.id::text = any(${ids}::text[])) p
    where p.promised_at is not null`,
  );
  return new Map(rows.map((row) => [row.id, row.promised_at]));
}
