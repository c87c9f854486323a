import { join, sql } from '#server/platform/db/db.ts';
import { ATTENTIONS, type Attention, attentionsOf } from '#core/staff/attention.ts';
import type { WorkLane } from '#server/work/lane.ts';
import { isCandidate, attentionIndex, mayNeedPerson, newestPayout, promiseSource, promisedAt, firstAttention } from './lanes.ts';

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
