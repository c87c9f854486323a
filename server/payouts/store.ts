import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

export type PayoutState = 'claimed' | 'accepted' | 'unknown' | 'executed' | 'failed';
export type PayoutPurpose = 'payout' | 'refund';

/** One attempt to pay; its id is the reference that the provider knows. */
export interface Payout {
  readonly id: string;
  readonly orderId: string;
  readonly purpose: PayoutPurpose;
  readonly attempt: number;
  readonly rail: string;
  readonly code: string;
  readonly amount: bigint;
  readonly state: PayoutState;
  readonly txHash: string | null;
}

interface PayoutRow {
  id: string;
  order_id: string;
  purpose: PayoutPurpose;
  attempt: number;
  rail: string;
  payment_system_code: string;
  amount: string;
  state: PayoutState;
  tx_hash: string | null;
}

const fromRow = (row: PayoutRow): Payout => ({
  id: row.id,
  orderId: row.order_id,
  purpose: row.purpose,
  attempt: row.attempt,
  rail: row.rail,
  code: row.payment_system_code,
  amount: BigInt(row.amount),
  state: row.state,
  txHash: row.tx_hash,
});

/** Claims the next attempt; undefined while another one may have been or may still be executed (unique index `payouts_single_live`). */
export async function insertPayout(
  tx: Tx,
  payout: { id: string; orderId: string; purpose: PayoutPurpose; rail: string; code: string; amount: bigint; now: Instant },
): Promise<Payout | undefined> {
  const now = new Date(payout.now);
  const row = await tx.maybe<PayoutRow>(sql`
    insert into payouts (id, order_id, purpose, attempt, rail, payment_system_code, amount, state, claimed_at, updated_at)
    select ${payout.id}, ${payout.orderId}, ${payout.purpose},
      1 + (select count(*)::int from payouts where order_id = ${payout.orderId} and purpose = ${payout.purpose}),
      ${payout.rail}, ${payout.code}, ${String(payout.amount)}, 'claimed', ${now}, ${now}
    on conflict do nothing
    returning id, order_id, purpose, attempt, rail, payment_system_code, amount, state, tx_hash`);
  return row && fromRow(row);
}

export async function findPayout(db: Queryable, id: string): Promise<Payout | undefined> {
  const row = await db.maybe<PayoutRow>(
    sql`select id, order_id, purpose, attempt, rail, payment_system_code, amount, state, tx_hash from payouts where id = ${id}`,
  );
  return row && fromRow(row);
}

/** The attempt that is not failed, if any. */
export async function findLivePayout(db: Queryable, orderId: string): Promise<Payout | undefined> {
  const row = await db.maybe<PayoutRow>(sql`
    select id, order_id, purpose, attempt, rail, payment_system_code, amount, state, tx_hash from payouts
    where order_id = ${orderId} and state <> 'failed'`);
  return row && fromRow(row);
}

export interface PayoutChange {
  readonly state: PayoutState;
  readonly now: Instant;
  readonly externalId?: string | null;
  readonly txHash?: string | null;
  readonly confirmations?: number;
  readonly requiredConfirmations?: number;
  readonly reason?: string | null;
}

/** Writes what is known now; an executed or failed attempt never changes again. False: it was final already. */
export async function savePayout(tx: Tx, id: string, change: PayoutChange): Promise<boolean> {
  const changed = await tx.run(sql`
    update payouts set state = ${change.state}, updated_at = ${new Date(change.now)}, asked_at = ${new Date(change.now)},
      external_id = coalesce(${change.externalId ?? null}, external_id), tx_hash = coalesce(${change.txHash ?? null}, tx_hash),
      confirmations = coalesce(${change.confirmations ?? null}, confirmations),
      required_confirmations = coalesce(${change.requiredConfirmations ?? null}, required_confirmations), reason = ${change.reason ?? null},
      unknown_since = case when ${change.state} = 'unknown' then coalesce(unknown_since, ${new Date(change.now)}) end
    where id = ${id} and state in ('claimed', 'accepted', 'unknown')`);
  return changed === 1;
}

/** Attempts nobody has heard of for a while: to be asked about by our reference. */
export async function findSilentPayouts(db: Queryable, before: { accepted: Instant; unsure: Instant }, limit: number): Promise<Payout[]> {
  const rows = await db.many<PayoutRow>(sql`
    select id, order_id, purpose, attempt, rail, payment_system_code, amount, state, tx_hash from payouts
    where (state = 'accepted' and coalesce(asked_at, claimed_at) <= ${new Date(before.accepted)})
       or (state in ('claimed', 'unknown') and coalesce(asked_at, claimed_at) <= ${new Date(before.unsure)})
    order by coalesce(asked_at, claimed_at) limit ${limit}`);
  return rows.map(fromRow);
}

/** Attempts that have been unknown since before `since`. */
export const findLongUnknown = async (
  db: Queryable,
  since: Instant,
): Promise<{ id: string; orderId: string; purpose: PayoutPurpose; rail: string; reason: string | null }[]> =>
  await db.many(sql`
    select id, order_id as "orderId", purpose, rail, reason from payouts
    where state = 'unknown' and unknown_since <= ${new Date(since)} order by unknown_since limit 100`);

/** Takes the right to ask about one attempt for a while, so that several processes do not ask at once. */
export async function claimAsking(db: Queryable, id: string, claim: { now: Instant; notAfter: Instant }): Promise<boolean> {
  const changed = await db.run(sql`
    update payouts set asked_at = ${new Date(claim.now)}
    where id = ${id} and state in ('claimed', 'accepted', 'unknown') and coalesce(asked_at, claimed_at) <= ${new Date(claim.notAfter)}`);
  return changed === 1;
}

/** A refund that definitely failed is tried again that often; then a person returns it by hand. */
const REFUND_ATTEMPTS = 5;

/**
 * Orders that should be paid or refunded and have no attempt under way: what a lost job left behind, and refunds whose last
 * attempt failed before `retryBefore`. Payouts first; the rest by chance, so that what cannot be tried never starves the others.
 */
export async function findUnattempted(
  db: Queryable,
  before: { readonly lost: Instant; readonly retry: Instant },
  limit: number,
): Promise<{ orderId: string; purpose: PayoutPurpose }[]> {
  const rows = await db.many<{ id: string; status: string }>(sql`
    select o.id, o.status from orders o
    left join lateral (
      select count(*) as attempts, max(updated_at) as last_at, bool_or(state <> 'failed') as is_live
      from payouts p where p.order_id = o.id and (p.purpose = 'refund' or p.state <> 'failed')) a on true
    where o.status in ('payout_pending', 'refund_pending') and o.status_changed_at <= ${new Date(before.lost)}
      and a.is_live is not true
      and (o.status = 'payout_pending' or (
        o.income_requisites_masked <> '{}'::jsonb and a.attempts < ${REFUND_ATTEMPTS} and coalesce(a.last_at <= ${new Date(before.retry)}, true)))
    order by o.status = 'payout_pending' desc, random() limit ${limit}`);
  return rows.map((row) => ({ orderId: row.id, purpose: row.status === 'payout_pending' ? 'payout' : 'refund' }));
}
