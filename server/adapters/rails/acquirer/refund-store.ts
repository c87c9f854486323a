import type { Instant, Period } from '#core/time.ts';
import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

export interface StoredRefund {
  readonly reference: string;
  readonly orderId: string;
  /** The payment to refund; null: no payment can cover it. */
  readonly externalId: string | null;
  readonly amount: bigint;
  readonly state: 'ordered' | 'executed' | 'failed';
  readonly reason: string | null;
  readonly refundId: string | null;
  /** When the acquirer was first called; null: not yet. */
  readonly calledAt: Instant | null;
  readonly changedAt: Instant;
}

const RefundRow = rowType({
  reference: col.text,
  order_id: col.text,
  external_id: col.nullable(col.text),
  amount: col.text,
  state: col.oneOf(['ordered', 'executed', 'failed']),
  reason: col.nullable(col.text),
  refund_id: col.nullable(col.text),
  called_at: col.nullable(col.timestamp),
  changed_at: col.timestamp,
});
const fromRow = (row: RowOf<typeof RefundRow>): StoredRefund => ({
  reference: row.reference,
  orderId: row.order_id,
  externalId: row.external_id,
  amount: BigInt(row.amount),
  state: row.state,
  reason: row.reason,
  refundId: row.refund_id,
  calledAt: row.called_at?.getTime() ?? null,
  changedAt: row.changed_at.getTime(),
});

export async function findRefund(db: Queryable, rail: string, reference: string): Promise<StoredRefund | undefined> {
  const row = await db.maybe(
    RefundRow,
    sql`select ${RefundRow.list} from acquirer.refunds where rail = ${rail} and reference = ${reference}`,
  );
  return row && fromRow(row);
}

export async function refundsOfOrder(db: Queryable, rail: string, orderId: string): Promise<StoredRefund[]> {
  const rows = await db.many(RefundRow, sql`select ${RefundRow.list} from acquirer.refunds where rail = ${rail} and order_id = ${orderId}`);
  return rows.map(fromRow);
}

/** Refunds that have not failed and were last changed in a period. */
export async function findRefunds(db: Queryable, rail: string, { since, before }: Period): Promise<StoredRefund[]> {
  const rows = await db.many(
    RefundRow,
    sql`select ${RefundRow.list} from acquirer.refunds where rail = ${rail} and state <> 'failed' and changed_at >= ${new Date(since)}
      and changed_at < ${new Date(before)} order by changed_at`,
  );
  return rows.map(fromRow);
}

/** Inserts a refund before the acquirer is called; an existing one is left unchanged. */
export async function insertRefund(
  tx: Tx,
  rail: string,
  refund: { reference: string; orderId: string; externalId: string | null; amount: bigint; reason: string | null; now: Instant },
): Promise<void> {
  const at = new Date(refund.now);
  await tx.run(sql`
    insert into acquirer.refunds (rail, reference, order_id, external_id, amount, state, reason, created_at, changed_at)
    values (${rail}, ${refund.reference}, ${refund.orderId}, ${refund.externalId}, ${String(refund.amount)},
      ${refund.externalId === null ? 'failed' : 'ordered'}, ${refund.reason}, ${at}, ${at})
    on conflict (rail, reference) do nothing`);
}

/**
 * Inserts a reference that never arrived as failed: a late order of it must not be called for. Its terms are placeholders. An operator can
 * end it again, perhaps with the other outcome. False: the refund was ordered.
 */
export const excludeRefund = async (
  db: Db,
  rail: string,
  { reference, outcome, now }: { readonly reference: string; readonly outcome: EndOutcome; readonly now: Instant },
): Promise<boolean> =>
  (await db.run(sql`
    insert into acquirer.refunds (rail, reference, order_id, amount, state, reason, created_at, changed_at)
    values (${rail}, ${reference}, '', 1, 'failed', ${withdrawalReason(outcome)}, ${new Date(now)}, ${new Date(now)})
    on conflict (rail, reference) do update set reason = excluded.reason where refunds.order_id = ''`)) === 1;

/** True for the first caller of a refund that has not ended. */
export async function claimCall(db: Db, rail: string, reference: string, now: Instant): Promise<boolean> {
  return (
    (await db.run(sql`
      update acquirer.refunds set called_at = ${new Date(now)}
      where rail = ${rail} and reference = ${reference} and state = 'ordered' and called_at is null`)) > 0
  );
}

/** The call certainly did not reach the acquirer: it may be made again. */
export async function releaseCall(db: Db, rail: string, reference: string): Promise<void> {
  await db.run(sql`update acquirer.refunds set called_at = null where rail = ${rail} and reference = ${reference} and state = 'ordered'`);
}

/** Stores the end of a refund, once; only a later confirmation that money was sent overrides a failure. Returns the stored refund. */
export async function endRefund(
  db: Db,
  rail: string,
  {
    reference,
    state,
    reason,
    refundId,
    now,
  }: Pick<StoredRefund, 'reference' | 'state' | 'reason' | 'refundId'> & { readonly now: Instant },
): Promise<StoredRefund | undefined> {
  await db.run(sql`
    update acquirer.refunds set state = ${state}, reason = ${reason}, refund_id = coalesce(${refundId}, refund_id),
      changed_at = ${new Date(now)}
    where rail = ${rail} and reference = ${reference} and (state = 'ordered' or (state = 'failed' and ${state}::text = 'executed'))`);
  return await findRefund(db, rail, reference);
}

const OpenRow = rowType({ rail: col.text, open: col.number });

/** Refunds called but not finished, by rail. */
export async function countOpenRefunds(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many(
    OpenRow,
    sql`select rail, count(*)::int as open from acquirer.refunds where state = 'ordered' and called_at is not null group by rail`,
  );
  return new Map(rows.map(({ rail, open }) => [rail, open]));
}
