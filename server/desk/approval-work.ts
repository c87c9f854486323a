import { empty, sql, type Sql } from '#server/platform/db/db.ts';
import { APPROVAL_KIND_NAMES, decidersOf, mayDecide } from '#core/staff/approval.ts';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { waitingSince, dueSource, promisedDecision } from './approval-due.ts';

/** Due time without a waiting customer: half of a proposal's lifetime. */
const INTERNAL_DUE_MS = 12 * HOUR_MS;

/**
 * SQL: neither proposed nor approved by this operator, and not a payout of money the operator recorded while others could approve
 * it.
 */
const mayDecideOn = (userId: string): Sql => sql`
  a.proposed_by is distinct from ${userId}::uuid
  and not exists (select from approval_voices v where v.approval_id = a.id and v.user_id = ${userId}::uuid)
  and not (a.kind = 'pay_out'
    and exists (select from deposits p where p.order_id = a.subject and p.recorded_by = ${userId}::uuid)
    and a.needs <= (
      select count(*) from users u where u.role = any(${[...decidersOf('pay_out')]}::text[]) and u.disabled_at is null
        and not exists (select from deposits p where p.order_id = a.subject and p.recorded_by = u.id)))`;

/** Open proposals: due when the customer was promised a decision (`due.ts`); internal ones later. */
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
