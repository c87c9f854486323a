import { DEPOSIT_STATES, referenceOf, type PaymentReport } from '#core/order/payment-reports.ts';
import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { Deposit } from '#server/adapters/rails/port.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** Rail name of operators' observations. */
export const OPERATOR_RAIL = 'operator';

const DepositRow = rowType({
  state: col.oneOf(DEPOSIT_STATES),
});

/**
 * Stores a rail's report and returns the stored state.
 * - A late "seen" does not undo "final", and a reverted final deposit stays reverted.
 * - Confirmations never fall while the transfer exists (R20).
 * - Until it is final, the newest amount counts.
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
      amount = case when deposits.state in ('seen', 'failed') and excluded.state in ('seen', 'final') then excluded.amount
        else deposits.amount end,
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

const observationKey = (orderId: string, reference: string): string => `${orderId}:${referenceOf(reference)}`;

/** Stores an operator's observation; the same reference again replaces the former one. */
export async function upsertObservation(tx: Tx, observation: Observation): Promise<void> {
  await tx.run(sql`
    insert into deposits (id, rail, external_id, reference, order_id, payment_system_code, amount, state, first_seen_at, updated_at,
      recorded_at, was_final, beyond_rail, note, recorded_by, reference_key)
    values (${observation.id}, ${OPERATOR_RAIL}, ${observationKey(observation.order.id, observation.reference)}, ${observation.reference},
      ${observation.order.id},
      ${observation.order.incomeCode}, ${String(observation.amount)}, 'final', ${new Date(observation.seenAt)},
        ${new Date(observation.now)}, ${new Date(observation.now)},
      true, ${observation.beyondRail}, ${observation.note}, ${observation.operatorId}, ${referenceOf(observation.reference)})
    on conflict (rail, external_id) do update set amount = excluded.amount, state = excluded.state,
      first_seen_at = excluded.first_seen_at, updated_at = excluded.updated_at, recorded_at = excluded.recorded_at,
      beyond_rail = excluded.beyond_rail, note = excluded.note, recorded_by = excluded.recorded_by,
      reference_key = excluded.reference_key`);
}

/** Takes back an operator's observation of exactly this amount. False: there is none, or another amount is recorded. */
export const revertObservation = async (
  tx: Tx,
  observation: { readonly orderId: string; readonly reference: string; readonly amount: bigint; readonly now: Instant },
): Promise<boolean> =>
  (await tx.run(sql`
    update deposits set state = 'reverted', updated_at = ${new Date(observation.now)}
    where rail = ${OPERATOR_RAIL} and external_id = ${observationKey(observation.orderId, observation.reference)} and state = 'final'
      and amount = ${String(observation.amount)}::numeric`)) === 1;

const EarlierEntriesRow = rowType({ order_id: col.text });

/**
 * The other order of the same payment system with this operation number. Locks the number until the transaction ends. Banks may reuse
 * numbers, so an operator may mark it as another transfer.
 */
export async function findEarlierEntries(
  tx: Tx,
  observation: { readonly orderId: string; readonly reference: string },
): Promise<string | undefined> {
  const number = referenceOf(observation.reference);
  await tx.many(AnyRow, sql`select pg_advisory_xact_lock(hashtext('seen money'), hashtext(${number})) is null as done`);
  const match = await tx.maybe(
    EarlierEntriesRow,
    sql`
    select d.order_id from deposits d join orders o on o.id = ${observation.orderId} and o.income_code = d.payment_system_code
    where d.rail = ${OPERATOR_RAIL} and d.reference_key = ${number} and d.state = 'final' and d.order_id <> o.id limit 1`,
  );
  return match?.order_id;
}

const ReportersRow = rowType({ order_id: col.text, operators: col.arrayOf(col.text) });

/** Operators who recorded money for these orders. */
export async function findReportingOperators(db: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db.many(
    ReportersRow,
    sql`
    select order_id, array_agg(distinct recorded_by::text) as operators from deposits
    where order_id = any(${orderIds}::text[]) and rail = ${OPERATOR_RAIL} and state = 'final' and recorded_by is not null
    group by order_id`,
  );
  return new Map(rows.map((row) => [row.order_id, row.operators]));
}

const SeenMoneyRow = rowType({
  id: col.text,
  rail: col.text,
  external_id: col.text,
  reference: col.text,
  amount: col.text,
  state: col.oneOf(DEPOSIT_STATES),
  confirmations: col.number,
  required_confirmations: col.number,
  tx_hash: col.nullable(col.text),
  first_seen_at: col.timestamp,
  recorded_at: col.timestamp,
  beyond_rail: col.bool,
  posted_amount: col.text,
});
type SeenMoneyRow = RowOf<typeof SeenMoneyRow>;

const referencesOf = (row: SeenMoneyRow): string[] =>
  (row.rail === OPERATOR_RAIL ? [row.reference] : [row.external_id, ...(row.tx_hash === null ? [] : [row.tx_hash])]).map(referenceOf);

/** All reports and observations of money for one order, in the order first seen. */
export async function findSeenMoney(db: Queryable, orderId: string): Promise<PaymentReport[]> {
  const rows = await db.many(
    SeenMoneyRow,
    sql`
    select id, rail, external_id, reference, amount::text, state, confirmations, required_confirmations, tx_hash, first_seen_at,
      recorded_at, beyond_rail, posted_amount::text
    from deposits where order_id = ${orderId} order by first_seen_at, id`,
  );
  return rows.map((row) => ({
    id: row.id,
    by: row.rail === OPERATOR_RAIL ? 'operator' : 'rail',
    rail: row.rail,
    references: referencesOf(row),
    amount: BigInt(row.amount),
    state: row.state,
    isMissedByRail: row.beyond_rail,
    confirmations: row.confirmations,
    requiredConfirmations: row.required_confirmations,
    firstSeenAt: row.first_seen_at.getTime(),
    recordedAt: row.recorded_at.getTime(),
    txHash: row.tx_hash,
    posted: BigInt(row.posted_amount),
  }));
}

/** Stores how much of each row is posted to the ledger, in the transaction that posted it. */
export async function savePosted(tx: Tx, rows: readonly { readonly id: string; readonly posted: bigint }[], now: Instant): Promise<void> {
  for (const row of rows) {
    const at = row.posted > 0n ? new Date(now) : null;
    await tx.run(sql`
      update deposits set posted_amount = ${String(row.posted)}::numeric, posted_at = case when ${at}::timestamptz is null then null
        else coalesce(posted_at, ${at}) end
      where id = ${row.id}`);
  }
}

/** Attaches payments that were reported before the order had its reference; returns their number. */
export async function attachUnmatched(tx: Tx, order: { id: string; rail: string; reference: string; code: string }): Promise<number> {
  return await tx.run(sql`
    update deposits set order_id = ${order.id}
    where rail = ${order.rail} and reference = ${order.reference} and payment_system_code = ${order.code} and order_id is null`);
}

/** Serialises reports for a reference and the order that takes it, so that no report is missed. */
export async function lockReference(tx: Tx, rail: string, reference: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${rail} ${reference}`}, 11))`);
}

/** Whether money of this order was credited by an operator without the rail's report. */
export const hasOperatorDeposit = async (db: Queryable, orderId: string): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select id from deposits where order_id = ${orderId} and beyond_rail and posted_amount > 0 limit 1`)) !==
  undefined;
