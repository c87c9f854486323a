import sql, { empty, type Sql } from 'sql-template-tag';
import { APPROVAL_KIND_NAMES, decidersOf, mayDecide } from '#core/approval.ts';
import { REVIEW_MS } from '#core/order/promise.ts';
import { COMPLIANCE_DECISION_MS } from '#core/order/terms.ts';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** Where no customer waits for it: half of a proposal's life. */
const OFFICE_MS = 12 * HOUR_MS;
const lasting = (ms: number) => sql`make_interval(secs => ${ms / SECOND_MS}::int)`;

/** Neither proposed nor answered by this operator, and no payout of money that came by this operator's word while others could approve it. */
const mayAnswer = (userId: string): Sql => sql`
  a.proposed_by is distinct from ${userId}::uuid
  and not exists (select from approval_voices v where v.approval_id = a.id and v.user_id = ${userId}::uuid)
  and not (a.kind = 'pay_out'
    and exists (select from deposits p where p.order_id = a.subject and p.recorded_by = ${userId}::uuid)
    and a.needs <= (
      select count(*) from users u where u.role = any(${[...decidersOf('pay_out')]}::text[]) and u.disabled_at is null
        and not exists (select from deposits p where p.order_id = a.subject and p.recorded_by = u.id)))`;

/** Since when people are asked: about a payout since it is due, however often it was proposed anew since then (a proposal expires). */
const askedSince = sql`
  cross join lateral (
    select coalesce(min(b.proposed_at), a.proposed_at) as since from approvals b
    where b.subject = a.subject and b.kind = 'pay_out' and a.kind = 'pay_out' and o.status = 'payout_pending'
      and b.proposed_at >= o.status_changed_at) asked`;

/**
 * Proposals that somebody may decide on. An order's, and a wallet's at its cap, are due when customers are promised a decision
 * (`core/order/promise.ts`); the office's own later.
 */
export const approvalWork: WorkLane = {
  covers: { 'approvals.state': ['open'] },
  rows: (_deps, { now, reader }) => {
    const kinds = APPROVAL_KIND_NAMES.filter((kind) => reader !== null && mayDecide(reader.role, kind));
    return sql`
    select a.subject, o.id as order_id, asked.since,
      asked.since + case when o.id is not null and a.kind = 'pay_out' and a.payload::jsonb -> 'why' ? 'listed' then ${lasting(COMPLIANCE_DECISION_MS)}
        when o.id is not null or a.kind = 'release_cap' then ${lasting(REVIEW_MS)} else ${lasting(OFFICE_MS)} end as due,
      false as is_taken, true as calls
    from approvals a left join orders o on o.id = a.subject ${askedSince}
    where a.state = 'open' and a.expires_at > ${new Date(now)}
      ${reader === null ? empty : sql`and a.kind = any(${kinds}::text[]) and ${mayAnswer(reader.userId)}`}`;
  },
};
