import sql from 'sql-template-tag';
import { MINUTE_MS } from '#core/time.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** What a hold releases at the moment it was promised for leaves within this time, or is late. */
const LEAVES_MS = 10 * MINUTE_MS;

/**
 * Withdrawals that only a person ends, or that are later than promised (spec 9: within one day). One that a person pays waits among
 * the payouts by hand until it is late.
 */
export const withdrawalWork: WorkLane = {
  covers: { 'withdrawals.status': ['payout_failed'], 'withdrawals.is_stopped': ['true'], 'payouts.state': ['unknown', 'by_hand'] },
  rows: (_deps, { now }) => sql`
    select w.id as subject, null as order_id, w.status_changed_at as since,
      case when w.status = 'payout_failed' then w.status_changed_at else greatest(w.promised_at, released.leaves_by) end as due,
      exists (select from payouts p where p.withdrawal_id = w.id and p.state = 'by_hand') as is_taken, true as calls
    from withdrawals w
    left join lateral (
      select max(e.at) + ${`${LEAVES_MS} milliseconds`}::interval as leaves_by from withdrawal_events e
      where e.withdrawal_id = w.id and e.move = 'release') released on true
    where w.status in ('payout_pending', 'payout_sent', 'payout_failed')
      and (w.status = 'payout_failed' or w.is_stopped
        or (greatest(w.promised_at, released.leaves_by) <= ${new Date(now)}
          and coalesce(w.held_until <= ${new Date(now - LEAVES_MS)}, true))
        or exists (select from payouts p where p.withdrawal_id = w.id and p.state in ('unknown', 'by_hand')))`,
};
