import sql from 'sql-template-tag';
import type { Instant } from '#core/time.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

export const PAYOUT_FAULTS = ['ok', 'timeout_after_execute', 'error_before_execute', 'error_500', 'unknown_late', 'refuse'] as const;
export const CALLBACK_FAULTS = ['ok', 'drop', 'duplicate', 'reorder'] as const;

/** The scripted failures in force (contract section 5); `refuse` is ours: the provider definitely will not pay. */
export interface Faults {
  readonly payouts: (typeof PAYOUT_FAULTS)[number];
  readonly callbacks: (typeof CALLBACK_FAULTS)[number];
}

export interface Invoice {
  readonly order_id: string;
  readonly payment_system: string;
  readonly kind: string;
  readonly currency: string;
  readonly network: string | null;
  readonly amount: string;
  readonly decimals: number;
  readonly required_confirmations: number;
  readonly pay_to: string;
  readonly memo: string | null;
  readonly requisites: readonly { readonly name: string; readonly value: string }[];
  readonly qr_payload: string | null;
  readonly success_url: string;
  readonly failure_url: string;
}

export interface Payment {
  readonly id: string;
  readonly order_id: string;
  readonly amount: string;
  readonly state: 'seen' | 'final' | 'declined';
  readonly confirmations: number;
  readonly required_confirmations: number;
  readonly tx_hash: string | null;
  readonly seen_at: Date;
  readonly next_step_at: Date | null;
}

export interface Payout {
  readonly reference: string;
  readonly id: string;
  readonly order_id: string;
  readonly payment_system: string;
  readonly currency: string;
  readonly amount: string;
  readonly destination: string;
  readonly destination_memo: string | null;
  readonly state: 'accepted' | 'executed' | 'refused';
  readonly tx_hash: string | null;
  readonly reason: string | null;
  readonly accepted_at: Date;
  readonly execute_at: Date | null;
  readonly visible_at: Date;
}

export interface Entry {
  readonly direction: 'in' | 'out';
  readonly reference: string;
  readonly order_id: string;
  readonly payment_system: string;
  readonly amount: string;
  readonly currency: string;
  readonly destination: string;
  readonly destination_memo: string | null;
  readonly at: Date;
}

const INVOICE = sql`order_id, payment_system, kind, currency, network, trim_scale(amount)::text as amount, decimals,
  required_confirmations, pay_to, memo, requisites, qr_payload, success_url, failure_url`;
const PAYMENT = sql`id, order_id, trim_scale(amount)::text as amount, state, confirmations, required_confirmations, tx_hash, seen_at, next_step_at`;
const PAYOUT = sql`reference, id, order_id, payment_system, currency, trim_scale(amount)::text as amount, destination,
  destination_memo, state, tx_hash, reason, accepted_at, execute_at, visible_at`;

export const findInvoice = (db: Queryable, orderId: string): Promise<Invoice | undefined> =>
  db.maybe<Invoice>(sql`select ${INVOICE} from sandbox.invoices where order_id = ${orderId}`);

/** False when the order already has an invoice or the place to pay belongs to another order. */
export async function insertInvoice(db: Queryable, invoice: Invoice, now: Instant): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into sandbox.invoices (order_id, payment_system, kind, currency, network, amount, decimals, required_confirmations,
      pay_to, memo, requisites, qr_payload, success_url, failure_url, created_at)
    values (${invoice.order_id}, ${invoice.payment_system}, ${invoice.kind}, ${invoice.currency}, ${invoice.network}, ${invoice.amount}::numeric,
      ${invoice.decimals}, ${invoice.required_confirmations}, ${invoice.pay_to}, ${invoice.memo}, ${JSON.stringify(invoice.requisites)}::jsonb,
      ${invoice.qr_payload}, ${invoice.success_url}, ${invoice.failure_url}, ${new Date(now)})
    on conflict do nothing`);
  return inserted === 1;
}

export const paymentsOf = (db: Queryable, orderId: string): Promise<Payment[]> =>
  db.many<Payment>(sql`select ${PAYMENT} from sandbox.payments where order_id = ${orderId} order by seen_at, id`);

export async function insertPayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.run(sql`
    insert into sandbox.payments (id, order_id, amount, state, confirmations, required_confirmations, tx_hash, seen_at, next_step_at)
    values (${payment.id}, ${payment.order_id}, ${payment.amount}::numeric, ${payment.state}, ${payment.confirmations},
      ${payment.required_confirmations}, ${payment.tx_hash}, ${payment.seen_at}, ${payment.next_step_at})`);
}

export async function updatePayment(tx: Tx, payment: Payment): Promise<void> {
  await tx.run(sql`
    update sandbox.payments set state = ${payment.state}, confirmations = ${payment.confirmations}, next_step_at = ${payment.next_step_at}
    where id = ${payment.id}`);
}

/** Payments whose next confirmation is due, locked for this transaction. */
export const lockDuePayments = (tx: Tx, now: Instant, limit: number): Promise<Payment[]> =>
  tx.many<Payment>(sql`
    select ${PAYMENT} from sandbox.payments where next_step_at <= ${new Date(now)}
    order by next_step_at limit ${limit} for update skip locked`);

export const findPayout = (db: Queryable, reference: string): Promise<Payout | undefined> =>
  db.maybe<Payout>(sql`select ${PAYOUT} from sandbox.payouts where reference = ${reference}`);

/** False when the reference is known already. */
export async function insertPayout(tx: Tx, payout: Payout): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into sandbox.payouts (reference, id, order_id, payment_system, currency, amount, destination, destination_memo, state, tx_hash,
      reason, accepted_at, execute_at, visible_at)
    values (${payout.reference}, ${payout.id}, ${payout.order_id}, ${payout.payment_system}, ${payout.currency}, ${payout.amount}::numeric,
      ${payout.destination}, ${payout.destination_memo}, ${payout.state}, ${payout.tx_hash}, ${payout.reason}, ${payout.accepted_at},
      ${payout.execute_at}, ${payout.visible_at})
    on conflict (reference) do nothing`);
  return inserted === 1;
}

export async function markPayoutExecuted(tx: Tx, payout: Payout): Promise<void> {
  await tx.run(
    sql`update sandbox.payouts set state = 'executed', execute_at = null, tx_hash = ${payout.tx_hash} where reference = ${payout.reference}`,
  );
}

/** Accepted payouts whose moment has come, locked for this transaction. */
export const lockDuePayouts = (tx: Tx, now: Instant, limit: number): Promise<Payout[]> =>
  tx.many<Payout>(sql`
    select ${PAYOUT} from sandbox.payouts where execute_at <= ${new Date(now)}
    order by execute_at limit ${limit} for update skip locked`);

export async function insertEntry(tx: Tx, entry: Entry): Promise<void> {
  await tx.run(sql`
    insert into sandbox.entries (direction, reference, order_id, payment_system, amount, currency, destination, destination_memo, at)
    values (${entry.direction}, ${entry.reference}, ${entry.order_id}, ${entry.payment_system}, ${entry.amount}::numeric, ${entry.currency},
      ${entry.destination}, ${entry.destination_memo}, ${entry.at})`);
}

/** The books in the order of writing, of one order or of all, from the beginning or from a moment on. */
export const listEntries = (db: Queryable, orderId: string | undefined, since: Instant = 0): Promise<Entry[]> =>
  db.many<Entry>(sql`
    select direction, reference, order_id, payment_system, trim_scale(amount)::text as amount, currency, destination, destination_memo, at
    from sandbox.entries where (${orderId ?? null}::text is null or order_id = ${orderId ?? null}) and at >= ${new Date(since)} order by seq`);

export const readFaults = (db: Queryable): Promise<Faults> => db.one<Faults>(sql`select payouts, callbacks from sandbox.faults`);

/** Sets the faults that are given and leaves the others. */
export const writeFaults = (db: Queryable, faults: { readonly [K in keyof Faults]?: Faults[K] | undefined }): Promise<Faults> =>
  db.one<Faults>(sql`
    update sandbox.faults set payouts = coalesce(${faults.payouts ?? null}, payouts), callbacks = coalesce(${faults.callbacks ?? null}, callbacks)
    returning payouts, callbacks`);

/** When the next confirmation or payout is due; undefined when nothing is planned. */
export async function nextMoneyAt(db: Queryable): Promise<Instant | undefined> {
  const { due } = await db.one<{ due: Date | null }>(sql`
    select least(
      (select min(next_step_at) from sandbox.payments where next_step_at is not null),
      (select min(execute_at) from sandbox.payouts where execute_at is not null)) as due`);
  return due?.getTime();
}

/** Lets calls on one payout wait for each other: who asks after an order that is being written hears of it. */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${reference}, 0))`);
}
