import { COMPLIANCE_DECISION_MS } from '#core/order/deadlines.ts';
import { REVIEW_MS } from '#core/order/promise.ts';
import { APPROVAL_KIND_NAMES, decidersOf, mayDecide } from '#core/staff/approval.ts';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import { col, empty, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';

const interval = (ms: number) => sql`make_interval(secs => ${ms / SECOND_MS}::int)`;

/** When the decision was first requested. For a payout: since it became due, even if an expired proposal was renewed. */
const waitingSince = sql`asked.since`;

/**
 * When a proposal `a` must be decided, as promised to its customer (`core/order/promise.ts`). It may concern an order, a capped wallet or a
 * withdrawal. Null without a waiting customer. Needs `dueSource`.
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

/** Due time without a waiting customer: half of a proposal's lifetime. */
const INTERNAL_DUE_MS = 12 * HOUR_MS;

/**
 * SQL: neither proposed nor approved by this operator. A payout of money that the operator recorded is left out while others could
 * approve it.
 */
const mayDecideOn = (userId: string): Sql => sql`
  a.proposed_by is distinct from ${userId}::uuid
  and not exists (select from approval_voices v where v.approval_id = a.id and v.user_id = ${userId}::uuid)
  and not (a.kind = 'pay_out'
    and exists (select from deposits p where p.order_id = a.subject and p.state = 'final' and p.recorded_by = ${userId}::uuid)
    and a.needs <= (
      select count(*) from users u where u.role = any(${[...decidersOf('pay_out')]}::text[]) and u.disabled_at is null
        and not exists (select from deposits p where p.order_id = a.subject and p.state = 'final' and p.recorded_by = u.id)))`;

/** Open proposals, due when the customer was promised a decision (`promisedDecision`); proposals without a waiting customer later. */
export const approvalWork: WorkLane = {
  covers: { 'approvals.state': ['open'] },
  rows: (_deps, { now, reader }) => {
    const kinds = APPROVAL_KIND_NAMES.filter((kind) => reader !== null && mayDecide(reader.role, kind));
    return sql`
    select a.subject, asked_order.id as order_id, ${waitingSince} as since,
      coalesce(${promisedDecision}, ${waitingSince} + make_interval(secs => ${INTERNAL_DUE_MS / SECOND_MS}::int)) as due,
      false as is_taken, true as calls
    from approvals a ${dueSource}
    where a.state = 'open' and a.expires_at > ${new Date(now)}
      ${reader === null ? empty : sql`and a.kind = any(${kinds}::text[]) and ${mayDecideOn(reader.userId)}`}`;
  },
};
