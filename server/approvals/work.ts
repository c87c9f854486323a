import sql, { empty, type Sql } from 'sql-template-tag';
import { APPROVAL_KIND_NAMES, decidersOf, mayDecide } from '#core/approval.ts';
import { HOUR_MS, SECOND_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { askedSince, dueSource, promisedDecision } from './due.ts';

/** Where no customer waits for it: half of a proposal's life. */
const OFFICE_MS = 12 * HOUR_MS;

/** Neither proposed nor answered by this operator, and no payout of money that came by this operator's word while others could approve it. */
const mayAnswer = (userId: string): Sql => sql`
  a.proposed_by is distinct from ${userId}::uuid
  and not exists (select from approval_voices v where v.approval_id = a.id and v.user_id = ${userId}::uuid)
  and not (a.kind = 'pay_out'
    and exists (select from deposits p where p.order_id = a.subject and p.recorded_by = ${userId}::uuid)
    and a.needs <= (
      select count(*) from users u where u.role = any(${[...decidersOf('pay_out')]}::text[]) and u.disabled_at is null
        and not exists (select from deposits p where p.order_id = a.subject and p.recorded_by = u.id)))`;

/** Proposals that somebody may decide on: due when customers are promised a decision (`due.ts`); the office's own later. */
export const approvalWork: WorkLane = {
  covers: { 'approvals.state': ['open'] },
  rows: (_deps, { now, reader }) => {
    const kinds = APPROVAL_KIND_NAMES.filter((kind) => reader !== null && mayDecide(reader.role, kind));
    return sql`
    select a.subject, asked_order.id as order_id, ${askedSince} as since,
      coalesce(${promisedDecision}, ${askedSince} + make_interval(secs => ${OFFICE_MS / SECOND_MS}::int)) as due,
      false as is_taken, true as calls
    from approvals a ${dueSource}
    where a.state = 'open' and a.expires_at > ${new Date(now)}
      ${reader === null ? empty : sql`and a.kind = any(${kinds}::text[]) and ${mayAnswer(reader.userId)}`}`;
  },
};
