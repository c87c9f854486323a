import sql, { join } from 'sql-template-tag';
import { ATTENTIONS, type Attention, attentionsOf } from '#core/attention.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { isCandidate, laneNumber, mayCall, newestPayout, promise, promisedAt, urgency } from './lanes.ts';

const isFor = (attention: Attention) => sql`w.attention = ${laneNumber(attention)}`;

/**
 * Orders that a person goes on with. A payout by hand and a card are due in their own lanes; money that a check holds when its customer
 * was promised; a claim on a rail that sees payments itself when its window ends, for until then the rail looks.
 */
export const orderWork: WorkLane = {
  covers: {
    'orders.status': ['moderation', 'compliance_hold', 'payout_failed', 'payment_claimed'],
    'payouts.state': ['unknown', 'by_hand'],
  },
  rows: ({ rails }, { now, reader }) => {
    const attentions = reader === null ? ATTENTIONS : attentionsOf(reader.role);
    const numbers = attentions.length === 0 ? sql`-1` : join(attentions.map(laneNumber));
    const byPeople = [...rails.values()].filter(({ capabilities }) => capabilities.peopleReport === true).map(({ name }) => name);
    return sql`
    select w.id as subject, w.id as order_id, w.since,
      case when ${isFor('manual_payout')} or ${isFor('awaiting_verification')} then null
        when ${isFor('compliance_hold')} then w.expires_at
        when ${isFor('payment_claimed')} and not w.is_by_people then w.expires_at
        else w.promised_at end as due, w.is_taken, true as calls
    from (
      select o.id, ${urgency} as attention, o.status_changed_at as since, o.expires_at, ${promisedAt} as promised_at,
        coalesce(l.until > ${new Date(now)}, false) as is_taken, i.rail = any(${byPeople}::text[]) as is_by_people
      from orders o ${promise} join payment_systems i on i.code = o.income_code
        left join leases l on l.subject_kind = 'order' and l.subject_id = o.id ${newestPayout}
      where ${isCandidate} and ${mayCall}
    ) w where w.attention in (${numbers})`;
  },
};
