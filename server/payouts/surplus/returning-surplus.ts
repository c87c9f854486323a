import { sql } from '#server/platform/db/db.ts';
import { BY_HAND_RAIL } from '#core/payout/payout.ts';
import { MAX_REFUND_ATTEMPTS } from '#server/payouts/unattempted-payouts.ts';

/** SQL: amount of order `o`'s surplus that is returned automatically or waits for the customer's destination; no operator needed. */
export const returningSurplus = sql`coalesce((
  select sum(s.amount) from payouts s where s.order_id = o.id and s.purpose = 'surplus' and (s.state in ('claimed', 'accepted')
    or s.state = 'queued' and s.rail <> ${BY_HAND_RAIL} and s.attempt <= ${MAX_REFUND_ATTEMPTS})), 0)`;
