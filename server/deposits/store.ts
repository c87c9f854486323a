import sql from 'sql-template-tag';
import type { PaymentFacts } from '#core/order/payment.ts';
import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Reports only ever add knowledge: a late "seen" never undoes "final", confirmations never fall while the transfer stands (R20). Gives the state as it is now kept. */
export async function upsertDeposit(
  tx: Tx,
  row: { id: string; orderId: string | null; deposit: Deposit; now: Instant },
): Promise<Deposit['state']> {
  const { deposit } = row;
  const stored = await tx.one<{ state: Deposit['state'] }>(sql`
    insert into deposits (id, rail, external_id, reference, order_id, payment_system_code, amount, state, confirmations,
      required_confirmations, tx_hash, first_seen_at, updated_at)
    values (${row.id}, ${deposit.rail}, ${deposit.externalId}, ${deposit.reference}, ${row.orderId}, ${deposit.paymentSystemCode},
      ${String(deposit.amount)}, ${deposit.state}, ${deposit.confirmations}, ${deposit.requiredConfirmations}, ${deposit.txHash},
      ${new Date(deposit.firstSeenAt)}, ${new Date(row.now)})
    on conflict (rail, external_id) do update set
      order_id = coalesce(deposits.order_id, excluded.order_id),
      state = case when deposits.state = 'final' then deposits.state else excluded.state end,
      confirmations = case when excluded.state = 'reverted' then 0 else greatest(deposits.confirmations, excluded.confirmations) end,
      required_confirmations = excluded.required_confirmations,
      tx_hash = coalesce(excluded.tx_hash, deposits.tx_hash),
      first_seen_at = least(deposits.first_seen_at, excluded.first_seen_at),
      updated_at = excluded.updated_at
    returning state`);
  return stored.state;
}

interface FactsRow {
  received: string;
  final: string;
  in_time: string;
  uncredited: string;
  declined: boolean;
  confirmations: number | null;
  required: number | null;
  first_seen_at: Date | null;
  tx_hash: string | null;
  rail: string | null;
}

/** Everything the rails have said about one order, as totals. */
export async function findPaymentFacts(db: Queryable, order: Pick<Order, 'id' | 'rateLockedUntil'>): Promise<PaymentFacts> {
  const lockedUntil = order.rateLockedUntil === null ? null : new Date(order.rateLockedUntil);
  const row = await db.one<FactsRow>(sql`
    select coalesce(sum(amount - covered_amount) filter (where state in ('seen', 'final')), 0)::text as received,
      coalesce(sum(amount - covered_amount) filter (where state = 'final'), 0)::text as final,
      coalesce(sum(amount - covered_amount) filter (where state in ('seen', 'final') and first_seen_at <= ${lockedUntil}), 0)::text as in_time,
      coalesce(sum(amount) filter (where state = 'final' and posted_at is null), 0)::text as uncredited,
      coalesce(bool_or(state = 'failed'), false) as declined,
      min(confirmations) filter (where state in ('seen', 'final')) as confirmations,
      max(required_confirmations) as required,
      min(first_seen_at) filter (where state in ('seen', 'final')) as first_seen_at,
      (array_agg(tx_hash order by first_seen_at) filter (where state in ('seen', 'final') and tx_hash is not null))[1] as tx_hash,
      coalesce(min(rail) filter (where state = 'final' and posted_at is null), min(rail)) as rail
    from deposits where order_id = ${order.id}`);
  return {
    received: BigInt(row.received),
    final: BigInt(row.final),
    inTime: BigInt(row.in_time),
    uncredited: BigInt(row.uncredited),
    declined: row.declined,
    confirmations: row.confirmations ?? 0,
    requiredConfirmations: row.required ?? 0,
    firstSeenAt: row.first_seen_at?.getTime() ?? null,
    txHash: row.tx_hash,
    provider: row.rail ?? 'operator',
  };
}

/** Marks what the ledger now carries; called in the transaction that posted it. An operator's word covers what is only seen, too. */
export async function markPosted(
  tx: Tx,
  orderId: string,
  posted: { readonly now: Instant; readonly states: readonly ('seen' | 'final')[] },
): Promise<void> {
  await tx.run(sql`
    update deposits set posted_at = ${new Date(posted.now)}
    where order_id = ${orderId} and state = any(${[...posted.states]}::text[]) and posted_at is null`);
}

/** Money of an order that was seen and is not in the books yet, final or not, in minor units of the income side. */
export async function findUnposted(db: Queryable, orderId: string): Promise<bigint> {
  const row = await db.one<{ amount: string }>(sql`
    select coalesce(sum(amount), 0)::text as amount from deposits
    where order_id = ${orderId} and state in ('seen', 'final') and posted_at is null`);
  return BigInt(row.amount);
}

/**
 * What a rail reports after an operator confirmed the same money by hand covers his word, up to all of it: gives how much of
 * `amount` was in the books already.
 */
export async function coverOperatorWord(tx: Tx, orderId: string, amount: bigint): Promise<bigint> {
  const words = await tx.many<{ id: string; open: string }>(sql`
    select id, (amount - covered_amount)::text as open from deposits
    where order_id = ${orderId} and rail = 'operator' and state = 'final' and covered_amount < amount order by first_seen_at for update`);
  let covered = 0n;
  for (const word of words) {
    const left = amount - covered;
    const part = left < BigInt(word.open) ? left : BigInt(word.open);
    if (part === 0n) break;
    await tx.run(sql`update deposits set covered_amount = covered_amount + ${String(part)}::numeric where id = ${word.id}`);
    covered += part;
  }
  return covered;
}

/** Gives an order the payments that were reported before it knew its reference; how many there were. */
export async function attachWaiting(tx: Tx, order: { id: string; rail: string; reference: string; code: string }): Promise<number> {
  return await tx.run(sql`
    update deposits set order_id = ${order.id}
    where rail = ${order.rail} and reference = ${order.reference} and payment_system_code = ${order.code} and order_id is null`);
}

/** Makes "who expects this reference" and "this reference is expected now" wait for each other, so that no report falls between them. */
export async function lockReference(tx: Tx, rail: string, reference: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${rail} ${reference}`}, 11))`);
}
