import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type Attention, ATTENTIONS, STUCK_AFTER_HOURS } from '#core/attention.ts';
import { FINAL_STATUSES, type OrderStatus } from '#core/order/status.ts';
import { PROMISED_STATUSES } from '#core/order/promise.ts';
import { AGREED_STATUSES } from '#core/order/surplus.ts';
import { isCardShown } from '#server/card-verifications/shown-card.ts';
import { firstPromiseAt } from '#server/orders/payout-waits.ts';
import { returningSurplus } from '#server/payouts/surplus/returning-surplus.ts';

/** Its last attempt has failed, or none was made for an hour. An earlier payout that failed is no attempt to refund. */
const isRefundStuck = sql`(o.status = 'refund_pending' and case when p.purpose = 'refund' then p.state = 'failed'
  else p.state is distinct from 'unknown' and o.status_changed_at < now() - interval '1 hour' end)`;
/**
 * A payout is due for an hour, the machine has not begun it and nobody is asked to approve it or to let its wallet go on: a proposal that
 * expired before it was made anew, an earlier attempt whose provider cannot be asked, payouts that somebody has paused.
 */
const isPayoutStuck = sql`(o.status = 'payout_pending' and o.status_changed_at < now() - interval '1 hour'
  and not exists (select from approvals a where a.state = 'open' and a.expires_at > now()
    and ((a.kind = 'pay_out' and a.subject = o.id) or (a.kind = 'release_cap' and a.subject = o.outcome_wallet))))`;
const isPaymentStuck = sql`(o.status = 'payment_detected' and o.status_changed_at < now() - make_interval(hours => ${STUCK_AFTER_HOURS}))`;
/** States that wait for the customer or the rail alone: most of an open shop's orders, and none of them calls anybody. */
const QUIET_STATUSES = ['awaiting_requisites', 'awaiting_payment'] as const satisfies readonly OrderStatus[];
/** States in which no attempt to pay can stand: nothing came yet. */
const UNPAID_STATUSES = [...QUIET_STATUSES, 'awaiting_verification', 'payment_claimed'] as const satisfies readonly OrderStatus[];
/** `awaiting_confirmation` is a withdrawal's: no order stands in it, and left out here the index below would not answer. */
export const SILENT_STATUSES = [...FINAL_STATUSES, ...QUIET_STATUSES, 'awaiting_confirmation'] as const satisfies readonly OrderStatus[];
/** Open orders that may call somebody and the few with a surplus: the very words of the index `orders_calling`. */
export const isCandidate = sql`(o.status not in (${join(SILENT_STATUSES)}) or o.received_amount > o.credited_amount + o.surplus_returned)`;
const hasSurplus = sql`(o.received_amount > o.credited_amount + o.surplus_returned and o.status in (${join(AGREED_STATUSES)})
  and o.received_amount > o.credited_amount + o.surplus_returned + ${returningSurplus})`;

/** A person is asked to pay it out or back (domain 5, "By hand"). */
const isManualPayout = sql`o.id in (select subject_id from payout_tasks where state in ('waiting', 'taken'))`;
/** Its customer was asked for another destination and can still name it. */
const isDestinationAsked = sql`exists (
  select from destination_requests q where q.order_id = o.id and q.given_at is null and q.closed_at is null and q.expires_at > now())`;

/** States that call somebody only by an attempt to pay, one that nobody makes, or a surplus: half of an open shop's orders, told from the few attempts that a person has to look at. */
const PAYING_STATUSES = ['paid', 'payout_pending', 'payout_sent'] as const satisfies readonly OrderStatus[];
export const mayCall = sql`(o.status not in (${join(PAYING_STATUSES)}) or o.received_amount > o.credited_amount + o.surplus_returned
  or o.id in (select order_id from payouts where state in ('unknown', 'by_hand')) or ${isManualPayout} or ${isPayoutStuck})`;

/** The newest attempt to pay this order out or back; of a surplus only while it needs a person. */
export const newestPayout = sql`
  left join lateral (
    select state, purpose from payouts where o.status not in (${join(UNPAID_STATUSES)}) and order_id = o.id and (purpose <> 'surplus' or state in ('unknown', 'by_hand'))
    order by (state in ('unknown', 'by_hand')) desc, claimed_at desc, attempt desc limit 1) p on true`;

/** Where each reason to look shows in a row. */
const LANES: Readonly<Record<Attention, Sql>> = {
  moderation: sql`o.status = 'moderation'`,
  compliance_hold: sql`o.status = 'compliance_hold'`,
  payout_failed: sql`(o.status = 'payout_failed' and not ${isDestinationAsked})`,
  payout_unknown: sql`p.state = 'unknown'`,
  refund_failed: isRefundStuck,
  payout_stuck: isPayoutStuck,
  by_hand: sql`p.state = 'by_hand'`,
  manual_payout: isManualPayout,
  payment_claimed: sql`o.status = 'payment_claimed'`,
  payment_stuck: isPaymentStuck,
  awaiting_verification: isCardShown,
  surplus: hasSurplus,
};
export const laneNumber = (attention: Attention): Sql => raw(String(ATTENTIONS.indexOf(attention)));
/** Number of the first of `ATTENTIONS` that holds: an order waits for one reason; their count where none does. */
export const urgency = sql`case ${join(
  ATTENTIONS.map((attention) => sql`when ${LANES[attention]} then ${laneNumber(attention)}`),
  ' ',
)} else ${raw(String(ATTENTIONS.length))} end`;

/** What an order was promised for the whole exchange; of before, what its slot or direction promises. */
export const promise = sql`
  join directions d on d.income_code = o.income_code and d.outcome_code = o.outcome_code left join slots s on s.id = o.slot_id`;
/** By when its payout was promised, as its page tells; before its money is there, so long after its state began. */
export const promisedAt = sql`coalesce(case when o.status in (${join([...PROMISED_STATUSES])}) then ${firstPromiseAt(sql`o`)} end,
  o.status_changed_at + make_interval(mins => coalesce(o.promised_minutes, s.eta_minutes, d.eta_minutes)))`;
