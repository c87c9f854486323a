import type { Instant, Period } from '#core/time.ts';
import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

export interface StoredPayout {
  readonly reference: string;
  readonly code: string;
  readonly amount: bigint;
  readonly state: 'ordered' | 'executed' | 'failed';
  readonly reason: string | null;
  readonly blamesDestination: boolean;
  readonly payoutId: string | null;
  readonly fee: bigint | null;
  /** Calls that may have reached the acquirer. */
  readonly calls: number;
  readonly calledAt: Instant | null;
  /** It is not called again: the acquirer has confirmed it, or its money was taken back. */
  readonly isLastCall: boolean;
  readonly changedAt: Instant;
}

const PayoutRow = rowType({
  reference: col.text,
  payment_system_code: col.text,
  amount: col.text,
  state: col.oneOf(['ordered', 'executed', 'failed']),
  reason: col.nullable(col.text),
  blames_destination: col.bool,
  payout_id: col.nullable(col.text),
  fee: col.nullable(col.text),
  calls: col.number,
  called_at: col.nullable(col.timestamp),
  is_last_call: col.bool,
  changed_at: col.timestamp,
});
const fromRow = (row: RowOf<typeof PayoutRow>): StoredPayout => ({
  reference: row.reference,
  code: row.payment_system_code,
  amount: BigInt(row.amount),
  state: row.state,
  reason: row.reason,
  blamesDestination: row.blames_destination,
  payoutId: row.payout_id,
  fee: row.fee === null ? null : BigInt(row.fee),
  calls: row.calls,
  calledAt: row.called_at?.getTime() ?? null,
  isLastCall: row.is_last_call,
  changedAt: row.changed_at.getTime(),
});

export async function findPayout(db: Queryable, rail: string, reference: string): Promise<StoredPayout | undefined> {
  const row = await db.maybe(
    PayoutRow,
    sql`select ${PayoutRow.list} from acquirer.payouts where rail = ${rail} and reference = ${reference}`,
  );
  return row && fromRow(row);
}

/** Payouts that the acquirer executed and that were last changed in a period. */
export async function executedPayouts(db: Queryable, rail: string, { since, before }: Period): Promise<StoredPayout[]> {
  const rows = await db.many(
    PayoutRow,
    sql`select ${PayoutRow.list} from acquirer.payouts where rail = ${rail} and state = 'executed' and changed_at >= ${new Date(since)}
      and changed_at < ${new Date(before)} order by changed_at`,
  );
  return rows.map(fromRow);
}

/** Inserts a payout before the acquirer is called; an existing one is left unchanged. Returns the stored one. */
export async function insertPayout(
  db: Db,
  rail: string,
  payout: { reference: string; code: string; amount: bigint; problem: string | null; now: Instant },
): Promise<StoredPayout> {
  const at = new Date(payout.now);
  await db.run(sql`
    insert into acquirer.payouts (rail, reference, payment_system_code, amount, state, reason, created_at, changed_at)
    values (${rail}, ${payout.reference}, ${payout.code}, ${String(payout.amount)}, ${payout.problem === null ? 'ordered' : 'failed'},
      ${payout.problem}, ${at}, ${at})
    on conflict (rail, reference) do nothing`);
  const stored = await findPayout(db, rail, payout.reference);
  if (stored === undefined) throw new Error(`${rail} has lost payout ${payout.reference}`);
  return stored;
}

/** Claims the next call: true for one caller only, and never after the payout has ended. */
export async function claimCall(tx: Tx, rail: string, { reference, calls }: StoredPayout, now: Instant): Promise<boolean> {
  return (
    (await tx.run(sql`
      update acquirer.payouts set calls = calls + 1, called_at = ${new Date(now)}
      where rail = ${rail} and reference = ${reference} and state = 'ordered' and calls = ${calls} and not is_last_call`)) === 1
  );
}

/** The call of this claim certainly did not reach the acquirer: the payout is as it was before. */
export async function releaseCall(db: Db, rail: string, { reference, calls, calledAt }: StoredPayout): Promise<void> {
  await db.run(sql`
    update acquirer.payouts set calls = ${calls}, called_at = ${calledAt === null ? null : new Date(calledAt)}
    where rail = ${rail} and reference = ${reference} and state = 'ordered' and calls = ${calls + 1}`);
}

/** The acquirer has the payout, or its money was taken back: it is not called for again. */
export async function stopCalls(db: Db, rail: string, reference: string, payoutId: string | null): Promise<void> {
  await db.run(sql`
    update acquirer.payouts set is_last_call = true, payout_id = coalesce(${payoutId}, payout_id)
    where rail = ${rail} and reference = ${reference} and state = 'ordered'`);
}

/** Fails a payout that was never called for. True: it will never be executed. */
export const cancelUncalled = async (db: Db, rail: string, reference: string, now: Instant): Promise<boolean> =>
  (await db.run(sql`
    update acquirer.payouts set state = 'failed', reason = 'cancelled', changed_at = ${new Date(now)}
    where rail = ${rail} and reference = ${reference} and state = 'ordered' and calls = 0`)) === 1;

/** Stores the end of a payout, once; only a later confirmation that money was sent overrides a failure. Returns the stored payout. */
export async function endPayout(
  db: Db,
  rail: string,
  end: Pick<StoredPayout, 'reference' | 'reason' | 'blamesDestination' | 'payoutId' | 'fee'> & {
    readonly state: 'executed' | 'failed';
    readonly now: Instant;
  },
): Promise<StoredPayout> {
  await db.run(sql`
    update acquirer.payouts set state = ${end.state}, reason = ${end.reason}, blames_destination = ${end.blamesDestination},
      payout_id = coalesce(${end.payoutId}, payout_id), fee = ${end.fee === null ? null : String(end.fee)},
      changed_at = ${new Date(end.now)}
    where rail = ${rail} and reference = ${end.reference}
      and (state = 'ordered' or (state = 'failed' and ${end.state}::text = 'executed'))`);
  const stored = await findPayout(db, rail, end.reference);
  if (stored === undefined) throw new Error(`${rail} has lost payout ${end.reference}`);
  return stored;
}

/**
 * Inserts a reference that never arrived as failed: a late order of it must not be called for. Its terms are placeholders. An operator can
 * end it again, perhaps with the other outcome. False: the payout was ordered.
 */
export const excludePayout = async (
  db: Db,
  rail: string,
  { reference, outcome, now }: { readonly reference: string; readonly outcome: EndOutcome; readonly now: Instant },
): Promise<boolean> =>
  (await db.run(sql`
    insert into acquirer.payouts (rail, reference, payment_system_code, amount, state, reason, created_at, changed_at)
    values (${rail}, ${reference}, '', 1, 'failed', ${withdrawalReason(outcome)}, ${new Date(now)}, ${new Date(now)})
    on conflict (rail, reference) do update set reason = excluded.reason where payouts.payment_system_code = ''`)) === 1;

const OpenRow = rowType({ rail: col.text, open: col.number });

/** Payouts called but not finished, by rail. */
export async function countOpenPayouts(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many(
    OpenRow,
    sql`select rail, count(*)::int as open from acquirer.payouts where state = 'ordered' and calls > 0 group by rail`,
  );
  return new Map(rows.map(({ rail, open }) => [rail, open]));
}
