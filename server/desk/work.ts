import { PROMISED_STATUSES } from '#core/order/promise.ts';
import { FINAL_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { SETTLED_STATUSES } from '#core/order/surplus.ts';
import { type Attention, ATTENTIONS, attentionsOf, STUCK_AFTER_HOURS } from '#core/staff/attention.ts';
import { isCardSubmitted } from '#server/card-verifications/queries.ts';
import { firstPromiseAt } from '#server/payout-tasks/promised-time.ts';
import { returningSurplus } from '#server/payouts/surplus.ts';
import { join, raw, sql, type Sql } from '#server/platform/db/db.ts';
import type { WorkLane } from '#server/work/lane.ts';

/**
 * The last refund attempt failed, or none was made for an hour. An earlier failed payout is not a
 * refund attempt, so it does not count.
 */
const isRefundStuck = sql`(o.status = 'refund_pending' and case when p.purpose = 'refund' then p.state = 'failed'
  else p.state is distinct from 'unknown' and o.status_changed_at < now() - interval '1 hour' end)`;
/**
 * A payout that is an hour overdue without an attempt or an open approval. Possible causes: an expired proposal, a provider that does not
 * answer about an earlier attempt, or paused payouts.
 */
const isPayoutStuck = sql`(o.status = 'payout_pending' and o.status_changed_at < now() - interval '1 hour'
  and not exists (select from approvals a where a.state = 'open' and a.expires_at > now()
    and ((a.kind = 'pay_out' and a.subject = o.id) or (a.kind = 'release_cap' and a.subject = o.outcome_wallet))))`;
const isPaymentStuck = sql`(o.status = 'payment_detected' and o.status_changed_at < now() - make_interval(hours => ${STUCK_AFTER_HOURS}))`;
/** Most open orders: they wait for the customer or the rail only, and need no person. */
const AWAITING_CUSTOMER_STATUSES = ['awaiting_requisites', 'awaiting_payment'] as const satisfies readonly OrderStatus[];
/** No payout attempt can exist yet: no money has come in. */
const UNPAID_STATUSES = [
  ...AWAITING_CUSTOMER_STATUSES,
  'awaiting_verification',
  'payment_claimed',
] as const satisfies readonly OrderStatus[];
/**
 * Includes `awaiting_confirmation`, a status of withdrawals only: PostgreSQL uses the index `orders_calling` only if the lists are
 * equal.
 */
export const NO_ATTENTION_STATUSES = [
  ...FINAL_STATUSES,
  ...AWAITING_CUSTOMER_STATUSES,
  'awaiting_confirmation',
] as const satisfies readonly OrderStatus[];
/**
 * Open orders that may need a person, and the few with a surplus. Same condition as the index
 * `orders_calling`.
 */
export const isCandidate = sql`(o.status not in (${join(NO_ATTENTION_STATUSES)})
  or o.received_amount > o.credited_amount + o.surplus_returned)`;
const hasSurplus = sql`(o.received_amount > o.credited_amount + o.surplus_returned and o.status in (${join(SETTLED_STATUSES)})
  and o.received_amount > o.credited_amount + o.surplus_returned + ${returningSurplus})`;

/** A person is to pay it out or refund it (domain 5, "By hand"). */
const isManualPayout = sql`o.id in (select subject_id from payout_tasks where state in ('waiting', 'taken'))`;
/** The customer was asked for another destination and can still enter it. */
const isDestinationRequested = sql`exists (
  select from destination_requests q where q.order_id = o.id and q.given_at is null and q.closed_at is null and q.expires_at > now())`;

/**
 * Statuses that need a person only for a payout attempt, a payout that was not started, or a
 * surplus. Half of all open orders are in one of them.
 */
const PAYING_STATUSES = ['paid', 'payout_pending', 'payout_sent'] as const satisfies readonly OrderStatus[];
export const mayNeedPerson = sql`(o.status not in (${join(PAYING_STATUSES)}) or o.received_amount > o.credited_amount + o.surplus_returned
  or o.id in (select order_id from payouts where state in ('unknown', 'by_hand')) or ${isManualPayout} or ${isPayoutStuck})`;

/** The newest payout or refund attempt; a surplus attempt only while it needs a person. */
export const newestPayout = sql`
  left join lateral (
    select state, purpose from payouts where o.status not in (${join(UNPAID_STATUSES)}) and order_id = o.id
      and (purpose <> 'surplus' or state in ('unknown', 'by_hand'))
    order by (state in ('unknown', 'by_hand')) desc, claimed_at desc, attempt desc limit 1) p on true`;

/** SQL condition of each reason to need a person. */
const LANES: Readonly<Record<Attention, Sql>> = {
  moderation: sql`o.status = 'moderation'`,
  compliance_hold: sql`o.status = 'compliance_hold'`,
  payout_failed: sql`(o.status = 'payout_failed' and not ${isDestinationRequested})`,
  payout_unknown: sql`p.state = 'unknown'`,
  refund_failed: isRefundStuck,
  payout_stuck: isPayoutStuck,
  by_hand: sql`p.state = 'by_hand'`,
  manual_payout: isManualPayout,
  payment_claimed: sql`o.status = 'payment_claimed'`,
  payment_stuck: isPaymentStuck,
  awaiting_verification: isCardSubmitted,
  surplus: hasSurplus,
};
export const attentionIndex = (attention: Attention): Sql => raw(String(ATTENTIONS.indexOf(attention)));
/** Index in `ATTENTIONS` of the first reason that applies; `ATTENTIONS.length` if none does. */
export const firstAttention = sql`case ${join(
  ATTENTIONS.map((attention) => sql`when ${LANES[attention]} then ${attentionIndex(attention)}`),
  ' ',
)} else ${raw(String(ATTENTIONS.length))} end`;

/** Joins the slot and direction: their promised times stand in for an order without its own. */
export const promiseSource = sql`
  join directions d on d.income_code = o.income_code and d.outcome_code = o.outcome_code left join slots s on s.id = o.slot_id`;
/**
 * When the payout was promised; before it is paid, the promised time counts from the last status
 * change.
 */
export const promisedAt = sql`coalesce(case when o.status in (${join([...PROMISED_STATUSES])}) then ${firstPromiseAt(sql`o`)} end,
  o.status_changed_at + make_interval(mins => coalesce(o.promised_minutes, s.eta_minutes, d.eta_minutes)))`;

const isAttention = (attention: Attention) => sql`w.attention = ${attentionIndex(attention)}`;

/**
 * Orders that need a person. Money held by a check is due as promised; a payment claim on a reporting rail when its window ends. Payouts,
 * cards: other lanes.
 */
export const orderWork: WorkLane = {
  covers: {
    'orders.status': ['moderation', 'compliance_hold', 'payout_failed', 'payment_claimed'],
    'payouts.state': ['unknown', 'by_hand'],
  },
  rows: ({ rails }, { now, reader }) => {
    const attentions = reader === null ? ATTENTIONS : attentionsOf(reader.role);
    const numbers = attentions.length === 0 ? sql`-1` : join(attentions.map(attentionIndex));
    const byPeople = [...rails.values()].filter(({ capabilities }) => capabilities.isManual === true).map(({ name }) => name);
    return sql`
    select w.id as subject, w.id as order_id, w.since,
      case when ${isAttention('manual_payout')} or ${isAttention('awaiting_verification')} then null
        when ${isAttention('compliance_hold')} then w.expires_at
        when ${isAttention('payment_claimed')} and not w.is_by_people then w.expires_at
        else w.promised_at end as due, w.is_taken, true as calls
    from (
      select o.id, ${firstAttention} as attention, o.status_changed_at as since, o.expires_at, ${promisedAt} as promised_at,
        coalesce(l.until > ${new Date(now)}, false) as is_taken, i.rail = any(${byPeople}::text[]) as is_by_people
      from orders o ${promiseSource} join payment_systems i on i.code = o.income_code
        left join leases l on l.subject_kind = 'order' and l.subject_id = o.id ${newestPayout}
      where ${isCandidate} and ${mayNeedPerson}
    ) w where w.attention in (${numbers})`;
  },
};
