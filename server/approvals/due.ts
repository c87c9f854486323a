import sql from 'sql-template-tag';
import { REVIEW_MS } from '#core/order/promise.ts';
import { COMPLIANCE_DECISION_MS } from '#core/order/terms.ts';
import { SECOND_MS } from '#core/time.ts';

const lasting = (ms: number) => sql`make_interval(secs => ${ms / SECOND_MS}::int)`;

/** Since when people are asked: about a payout since it is due, however often it was proposed anew since then (a proposal expires). */
export const askedSince = sql`asked.since`;

/**
 * By when a proposal `a` is to be decided, as its customer was promised: an order's, and a wallet's at its cap, as the order's page tells
 * (`core/order/promise.ts`), a withdrawal's payout by the promise of the withdrawal. Null where no customer waits for it. Needs `dueSource`.
 */
export const promisedDecision = sql`case
  when asked_order.id is not null and a.kind = 'pay_out' and a.payload::jsonb -> 'why' ? 'listed' then ${askedSince} + ${lasting(COMPLIANCE_DECISION_MS)}
  when asked_order.id is not null or a.kind = 'release_cap' then ${askedSince} + ${lasting(REVIEW_MS)}
  when a.kind in ('pay_out', 'end_payout') then asked_withdrawal.promised_at end`;
export const dueSource = sql`
  left join orders asked_order on asked_order.id = a.subject
  left join withdrawals asked_withdrawal on asked_withdrawal.id = a.subject
  cross join lateral (
    select coalesce(min(b.proposed_at), a.proposed_at) as since from approvals b
    where b.subject = a.subject and b.kind = 'pay_out' and a.kind = 'pay_out' and asked_order.status = 'payout_pending'
      and b.proposed_at >= asked_order.status_changed_at) asked`;
