import { sql } from '#server/platform/db/db.ts';
import { todaysVerifyingStart, VERIFYING_MINUTES, nextVerifyingStart } from '#core/customer/card-verification.ts';
import type { WorkLane } from '#server/work/lane.ts';

/** Cards to check; at night their time starts in the morning (spec 9: 1 to 5 minutes, 07:00 to 23:00 Moscow time). */
export const cardWork: WorkLane = {
  covers: { 'card_verifications.state': ['pending', 'processing'] },
  rows: (_deps, { now }) => {
    const from = new Date(nextVerifyingStart(now) ?? todaysVerifyingStart(now));
    return sql`
    select v.id as subject, v.order_id, greatest(v.created_at, ${from}::timestamptz) as since,
      greatest(v.created_at, ${from}::timestamptz) + make_interval(mins => ${VERIFYING_MINUTES.max}::int) as due,
      v.state = 'processing' as is_taken, true as calls
    from card_verifications v where v.state in ('pending', 'processing')`;
  },
};
