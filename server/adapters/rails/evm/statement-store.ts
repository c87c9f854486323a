import type { Instant } from '#core/time.ts';
import type { StatementLine } from '#server/adapters/rails/port.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const TransfersSinceRow = rowType({
  external_id: col.text,
  amount: col.text,
  payment_system_code: col.text,
  first_seen_at: col.timestamp,
});

/** Transfers to our addresses on the chain as last scanned, with enough confirmations at `headNumber`. */
export async function transfersSince(
  db: Queryable,
  { chainId, since, headNumber }: { readonly chainId: number; readonly since: Instant; readonly headNumber: number },
): Promise<Omit<StatementLine, 'direction'>[]> {
  const rows = await db.many(
    TransfersSinceRow,
    sql`
    select t.external_id, t.amount, a.payment_system_code, t.first_seen_at
    from evm.transfers t join evm.deposit_addresses a using (order_id)
    where t.chain_id = ${chainId} and not t.orphaned and t.first_seen_at >= ${new Date(since)}
      and t.block_number + a.required_confirmations - 1 <= ${headNumber}`,
  );
  return rows.map((row) => ({
    reference: row.external_id,
    paymentSystemCode: row.payment_system_code,
    amount: BigInt(row.amount),
    at: row.first_seen_at.getTime(),
  }));
}

const UnmatchedSinceRow = rowType({
  subject: col.text,
  detail: col.text,
});

/** Money on our addresses in an asset that no order expects. */
export async function unmatchedSince(db: Queryable, chainId: number, since: Instant): Promise<{ subject: string; detail: string }[]> {
  return await db.many(
    UnmatchedSinceRow,
    sql`
    select external_id as subject, amount || ' of ' || coalesce(contract, 'the coin') || ' on the address of order ' || order_id as detail
    from evm.unmatched_transfers where chain_id = ${chainId} and found_at >= ${new Date(since)}`,
  );
}

const SenderRow = rowType({
  sender: col.text,
  next: col.text,
});

/** Accounts we have paid from, each with the number of transactions we have signed from it. */
export async function findSenders(db: Queryable, rail: string, chainId: number): Promise<{ sender: string; next: number }[]> {
  const rows = await db.many(
    SenderRow,
    sql`
    select sender, (max(nonce) + 1)::text as next from evm.payouts where rail = ${rail} and chain_id = ${chainId} and sender is not null
      group by sender`,
  );
  return rows.map(({ sender, next }) => ({ sender, next: Number(next) }));
}
