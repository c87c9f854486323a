import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { DEPOSIT_STATES, referenceOf, type SeenMoney } from '#core/order/money-seen.ts';
import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { AnyRow } from '#server/platform/db/row.ts';

/** The rail under which operators' words are kept. */
export const OPERATOR_RAIL = 'operator';

const DepositRow = z.object({
  state: z.enum(DEPOSIT_STATES),
});

/**
 * Reports only ever add knowledge: a late "seen" never undoes "final", confirmations never fall while the transfer stands (R20).
 * What was final and was taken back stays so, whatever an older report repeats; until it is final its amount is the newest one told. Gives the state as it is now kept.
 */
export async function upsertDeposit(
  tx: Tx,
  row: { id: string; orderId: string | null; deposit: Deposit; now: Instant },
): Promise<Deposit['state']> {
  const { deposit } = row;
  const stored = await tx.one(
    DepositRow,
    sql`
    insert into deposits (id, rail, external_id, reference, order_id, payment_system_code, amount, state, confirmations,
      required_confirmations, tx_hash, first_seen_at, updated_at, recorded_at, was_final)
    values (${row.id}, ${deposit.rail}, ${deposit.externalId}, ${deposit.reference}, ${row.orderId}, ${deposit.paymentSystemCode},
      ${String(deposit.amount)}, ${deposit.state}, ${deposit.confirmations}, ${deposit.requiredConfirmations}, ${deposit.txHash},
      ${new Date(deposit.firstSeenAt)}, ${new Date(row.now)}, ${new Date(row.now)}, ${deposit.state === 'final'})
    on conflict (rail, external_id) do update set
      order_id = coalesce(deposits.order_id, excluded.order_id),
      amount = case when deposits.state in ('seen', 'failed') and excluded.state in ('seen', 'final') then excluded.amount else deposits.amount end,
      state = case
        when deposits.state = 'reverted' and deposits.was_final then deposits.state
        when deposits.state = 'final' and excluded.state <> 'reverted' then deposits.state
        else excluded.state end,
      was_final = deposits.was_final or excluded.was_final,
      confirmations = case when excluded.state = 'reverted' then 0 else greatest(deposits.confirmations, excluded.confirmations) end,
      required_confirmations = excluded.required_confirmations,
      tx_hash = coalesce(excluded.tx_hash, deposits.tx_hash),
      first_seen_at = least(deposits.first_seen_at, excluded.first_seen_at),
      updated_at = excluded.updated_at
    returning state`,
  );
  return stored.state;
}

export interface Observation {
  readonly id: string;
  readonly order: Pick<Order, 'id' | 'incomeCode'>;
  readonly reference: string;
  readonly amount: bigint;
  readonly seenAt: Instant;
  readonly note: string;
  readonly beyondRail: boolean;
  readonly operatorId: string;
  readonly now: Instant;
}

const wordKey = (orderId: string, reference: string): string => `${orderId}:${referenceOf(reference)}`;

/** Writes an operator's word; said again with the same reference it replaces what he said before. */
export async function upsertObservation(tx: Tx, word: Observation): Promise<void> {
  await tx.run(sql`
    insert into deposits (id, rail, external_id, reference, order_id, payment_system_code, amount, state, first_seen_at, updated_at,
      recorded_at, was_final, beyond_rail, note, recorded_by, reference_key)
    values (${word.id}, ${OPERATOR_RAIL}, ${wordKey(word.order.id, word.reference)}, ${word.reference}, ${word.order.id},
      ${word.order.incomeCode}, ${String(word.amount)}, 'final', ${new Date(word.seenAt)}, ${new Date(word.now)}, ${new Date(word.now)},
      true, ${word.beyondRail}, ${word.note}, ${word.operatorId}, ${referenceOf(word.reference)})
    on conflict (rail, external_id) do update set amount = excluded.amount,
      first_seen_at = excluded.first_seen_at, updated_at = excluded.updated_at, recorded_at = excluded.recorded_at,
      beyond_rail = excluded.beyond_rail, note = excluded.note, recorded_by = excluded.recorded_by,
      reference_key = excluded.reference_key`);
}

const TwinRow = z.object({ order_id: z.string() });

/**
 * Another order of the same payment system of which an operator has said the same number, until this transaction ends nobody else
 * says it. One transfer is one order's, but banks give numbers twice: a person may say that it is another one.
 */
export async function findSameNumber(tx: Tx, word: { readonly orderId: string; readonly reference: string }): Promise<string | undefined> {
  const number = referenceOf(word.reference);
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('seen money'), hashtext(${number})) is null as done`);
  const twin = await tx.maybe(
    TwinRow,
    sql`
    select d.order_id from deposits d join orders o on o.id = ${word.orderId} and o.income_code = d.payment_system_code
    where d.rail = ${OPERATOR_RAIL} and d.reference_key = ${number} and d.order_id <> o.id limit 1`,
  );
  return twin?.order_id;
}

const WitnessesRow = z.object({ order_id: z.string(), operators: z.array(z.string()) });

/** Operators by whose word money of these orders came. */
export async function findWitnessesOf(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.many(
    WitnessesRow,
    sql`
    select order_id, array_agg(distinct recorded_by::text) as operators from deposits
    where order_id = any(${orderIds}::text[]) and rail = ${OPERATOR_RAIL} and recorded_by is not null group by order_id`,
  );
  return new Map(rows.map((row) => [row.order_id, row.operators]));
}

const SeenRow = z.object({
  id: z.string(),
  rail: z.string(),
  external_id: z.string(),
  reference: z.string(),
  amount: z.string(),
  state: z.enum(DEPOSIT_STATES),
  confirmations: z.number(),
  required_confirmations: z.number(),
  tx_hash: z.nullable(z.string()),
  first_seen_at: z.date(),
  recorded_at: z.date(),
  beyond_rail: z.boolean(),
  posted_amount: z.string(),
});
type SeenRow = z.output<typeof SeenRow>;

const namesOf = (row: SeenRow): string[] =>
  (row.rail === OPERATOR_RAIL ? [row.reference] : [row.external_id, ...(row.tx_hash === null ? [] : [row.tx_hash])]).map(referenceOf);

/** Everything that rails and operators have said about money for one order, in the order it was first seen. */
export async function findSeenMoney(db: Queryable, orderId: string): Promise<SeenMoney[]> {
  const rows = await db.many(
    SeenRow,
    sql`
    select id, rail, external_id, reference, amount::text, state, confirmations, required_confirmations, tx_hash, first_seen_at,
      recorded_at, beyond_rail, posted_amount::text
    from deposits where order_id = ${orderId} order by first_seen_at, id`,
  );
  return rows.map((row) => ({
    id: row.id,
    by: row.rail === OPERATOR_RAIL ? 'operator' : 'rail',
    rail: row.rail,
    references: namesOf(row),
    amount: BigInt(row.amount),
    state: row.state,
    beyondRail: row.beyond_rail,
    confirmations: row.confirmations,
    requiredConfirmations: row.required_confirmations,
    firstSeenAt: row.first_seen_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
    txHash: row.tx_hash,
    posted: BigInt(row.posted_amount),
  }));
}

/** Writes how much of each row the ledger now carries; called in the transaction that posted it. */
export async function savePosted(tx: Tx, rows: readonly { readonly id: string; readonly posted: bigint }[], now: Instant): Promise<void> {
  for (const row of rows) {
    const at = row.posted > 0n ? new Date(now) : null;
    await tx.run(sql`
      update deposits set posted_amount = ${String(row.posted)}::numeric, posted_at = case when ${at}::timestamptz is null then null else coalesce(posted_at, ${at}) end
      where id = ${row.id}`);
  }
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
