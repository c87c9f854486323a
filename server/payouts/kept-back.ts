import sql, { type Sql } from 'sql-template-tag';
import * as z from 'zod/mini';
import { COMPLIANCE_DECISION_MS } from '#core/order/terms.ts';
import type { Instant } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const KeptBackRow = z.object({ id: z.string(), since: z.date() });

/** Payouts of orders that people look at now because their customers are kept out by now (decision 0070), since when they were first asked. */
const keptBack = (now: Instant): Sql => sql`
  select o.id, min(a.proposed_at) as since from orders o join approvals a on a.subject = o.id
  where o.status = 'payout_pending' and a.kind = 'pay_out' and a.proposed_at >= o.status_changed_at
    and a.payload::jsonb ->> 'purpose' = 'payout' and a.payload::jsonb -> 'why' ? 'listed'
  group by o.id having bool_or(a.state = 'open' and a.expires_at > ${new Date(now)})`;

/** By when a person has decided about such a payout: what its customer is promised. Undefined: nobody looks at it for that. */
export async function findLookUntil(db: Queryable, orderId: string, now: Instant): Promise<Instant | undefined> {
  const row = await db.maybe(KeptBackRow, sql`select id, since from (${keptBack(now)}) k where id = ${orderId}`);
  return row && row.since.getTime() + COMPLIANCE_DECISION_MS;
}

/** Those that were promised to be decided about by now. */
export async function listOverdueLooks(db: Queryable, now: Instant): Promise<{ readonly id: string; readonly promised: Instant }[]> {
  const rows = await db.many(
    KeptBackRow,
    sql`select id, since from (${keptBack(now)}) k where since <= ${new Date(now - COMPLIANCE_DECISION_MS)}`,
  );
  return rows.map(({ id, since }) => ({ id, promised: since.getTime() + COMPLIANCE_DECISION_MS }));
}
