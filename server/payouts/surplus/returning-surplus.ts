import sql from 'sql-template-tag';
import { BY_HAND_RAIL } from '#core/payout.ts';
import { REFUND_ATTEMPTS } from '#server/payouts/store.ts';

/** What of a row's order `o` goes back by itself, or waits for its customer to say where to: nobody's work. */
export const returningSurplus = sql`coalesce((
  select sum(s.amount) from payouts s where s.order_id = o.id and s.purpose = 'surplus' and (s.state in ('claimed', 'accepted')
    or s.state = 'queued' and s.rail <> ${BY_HAND_RAIL} and s.attempt <= ${REFUND_ATTEMPTS})), 0)`;
