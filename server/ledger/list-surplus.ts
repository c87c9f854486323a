import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

export interface SurplusEntry {
  /** `kept`: received above the agreed amount, in suspense; `returned`: sent back to the customer. */
  readonly kind: 'kept' | 'returned';
  /** Minor units of the income side, positive. */
  readonly amount: bigint;
  readonly at: Date;
}

/** Late payments pass through suspense within one transaction; not shown. */
const PASSED_THROUGH = 'late_payment';

const SurplusRow = rowType({
  net: col.text,
  at: col.timestamp,
});

/** The surplus of an order, oldest first: every transfer that changed its suspense. */
export async function listSurplus(db: Queryable, orderId: string): Promise<SurplusEntry[]> {
  const rows = await db.many(
    SurplusRow,
    sql`
    select e.amount::text as net, t.created_at as at from ledger_transfers t join ledger_entries e on e.transfer_id = t.id
    where t.order_id = ${orderId} and t.phase = 'posted' and e.account_kind = 'suspense' and t.kind <> ${PASSED_THROUGH}
    order by t.created_at, t.id`,
  );
  return rows.map(({ net, at }) => {
    const owed = -BigInt(net);
    return { kind: owed > 0n ? 'kept' : 'returned', amount: owed > 0n ? owed : -owed, at };
  });
}
