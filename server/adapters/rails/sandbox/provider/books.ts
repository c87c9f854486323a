import * as z from 'zod/mini';
import { type Instant, FOREVER, type Period } from '#core/time.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

export const PAYOUT_FAULTS = ['ok', 'timeout_after_execute', 'error_before_execute', 'error_500', 'unknown_late', 'refuse'] as const;
export const CALLBACK_FAULTS = ['ok', 'drop', 'duplicate', 'reorder'] as const;

/** The active faults (contract section 5); `refuse` is ours: the provider definitely will not pay. */
export const Faults = rowType({
  payouts: col.oneOf(PAYOUT_FAULTS),
  callbacks: col.oneOf(CALLBACK_FAULTS),
});
export type Faults = RowOf<typeof Faults>;

export const Invoice = rowType({
  order_id: col.text,
  payment_system: col.text,
  kind: col.text,
  currency: col.text,
  network: col.nullable(col.text),
  amount: col.text,
  decimals: col.number,
  required_confirmations: col.number,
  pay_to: col.text,
  memo: col.nullable(col.text),
  requisites: col.json(
    z.array(
      z.object({
        name: z.string(),
        value: z.string(),
      }),
    ),
  ),
  qr_payload: col.nullable(col.text),
  success_url: col.text,
  failure_url: col.text,
});
export type Invoice = RowOf<typeof Invoice>;

export const Payment = rowType({
  id: col.text,
  order_id: col.text,
  amount: col.text,
  state: col.oneOf(['seen', 'final', 'declined']),
  confirmations: col.number,
  required_confirmations: col.number,
  tx_hash: col.nullable(col.text),
  seen_at: col.timestamp,
  next_step_at: col.nullable(col.timestamp),
});
export type Payment = RowOf<typeof Payment>;

export const Payout = rowType({
  reference: col.text,
  id: col.text,
  order_id: col.text,
  payment_system: col.text,
  currency: col.text,
  amount: col.text,
  destination: col.text,
  destination_memo: col.nullable(col.text),
  state: col.oneOf(['accepted', 'executed', 'refused']),
  tx_hash: col.nullable(col.text),
  reason: col.nullable(col.text),
  accepted_at: col.timestamp,
  execute_at: col.nullable(col.timestamp),
  visible_at: col.timestamp,
});
export type Payout = RowOf<typeof Payout>;

export const Entry = rowType({
  direction: col.oneOf(['in', 'out']),
  reference: col.text,
  order_id: col.text,
  payment_system: col.text,
  amount: col.text,
  currency: col.text,
  destination: col.text,
  destination_memo: col.nullable(col.text),
  at: col.timestamp,
});
export type Entry = RowOf<typeof Entry>;

const INVOICE = sql`order_id, payment_system, kind, currency, network, trim_scale(amount)::text as amount, decimals,
  required_confirmations, pay_to, memo, requisites, qr_payload, success_url, failure_url`;
const PAYMENT = sql`id, order_id, trim_scale(amount)::text as amount, state, confirmations, required_confirmations, tx_hash, seen_at,
  next_step_at`;
const PAYOUT = sql`reference, id, order_id, payment_system, currency, trim_scale(amount)::text as amount, destination,
  destination_memo, state, tx_hash, reason, accepted_at, execute_at, visible_at`;

export const findInvoice = (db: Queryable, orderId: string): Promise<Invoice | undefined> =>
  db.maybe(Invoice, sql`select ${INVOICE} from sandbox.invoices where order_id = ${orderId}`);

/** False if the order already has an invoice or the payment address belongs to another order. */
export async function insertInvoice(db: Queryable, invoice: Invoice, now: Instant): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into sandbox.invoices (order_id, payment_system, kind, currency, network, amount, decimals, required_confirmations,
      pay_to, memo, requisites, qr_payload, success_url, failure_url, created_at)
    values (${invoice.order_id}, ${invoice.payment_system}, ${invoice.kind}, ${invoice.currency}, ${invoice.network},
      ${invoice.amount}::numeric,
      ${invoice.decimals}, ${invoice.required_confirmations}, ${invoice.pay_to}, ${invoice.memo},
        ${JSON.stringify(invoice.requisites)}::jsonb,
      ${invoice.qr_payload}, ${invoice.success_url}, ${invoice.failure_url}, ${new Date(now)})
    on conflict do nothing`);
  return inserted === 1;
}

export const paymentsOf = (db: Queryable, orderId: string): Promise<Payment[]> =>
  db.many(Payment, sql`select ${PAYMENT} from sandbox.payments where order_id = ${orderId} order by seen_at, id`);

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
  tx.many(
    Payment,
    sql`
    select ${PAYMENT} from sandbox.payments where next_step_at <= ${new Date(now)}
    order by next_step_at limit ${limit} for update skip locked`,
  );

export const findPayout = (db: Queryable, reference: string): Promise<Payout | undefined> =>
  db.maybe(Payout, sql`select ${PAYOUT} from sandbox.payouts where reference = ${reference}`);

/** False if the reference exists already. */
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
    sql`update sandbox.payouts set state = 'executed', execute_at = null, tx_hash = ${payout.tx_hash}
      where reference = ${payout.reference}`,
  );
}

/** Accepted payouts that are due, locked for this transaction. */
export const lockDuePayouts = (tx: Tx, now: Instant, limit: number): Promise<Payout[]> =>
  tx.many(
    Payout,
    sql`
    select ${PAYOUT} from sandbox.payouts where execute_at <= ${new Date(now)}
    order by execute_at limit ${limit} for update skip locked`,
  );

export async function insertEntry(tx: Tx, entry: Entry): Promise<void> {
  await tx.run(sql`
    insert into sandbox.entries (direction, reference, order_id, payment_system, amount, currency, destination, destination_memo, at)
    values (${entry.direction}, ${entry.reference}, ${entry.order_id}, ${entry.payment_system}, ${entry.amount}::numeric, ${entry.currency},
      ${entry.destination}, ${entry.destination_memo}, ${entry.at})`);
}

/** Ledger entries in the order of writing, of one order or of all, since a moment. */
const ALWAYS: Period = { since: 0, before: FOREVER };

export const listEntries = (db: Queryable, orderId: string | undefined, { since, before } = ALWAYS): Promise<Entry[]> =>
  db.many(
    Entry,
    sql`
    select direction, reference, order_id, payment_system, trim_scale(amount)::text as amount, currency, destination, destination_memo, at
    from sandbox.entries where (${orderId ?? null}::text is null or order_id = ${orderId ?? null}) and at >= ${new Date(since)}
      and at < ${new Date(before)}
    order by seq`,
  );

/** The faults of one owner if set, else the global ones. */
export const readFaults = async (db: Queryable, owner?: string): Promise<Faults> =>
  (owner === undefined
    ? undefined
    : await db.maybe(Faults, sql`select payouts, callbacks from sandbox.faults_of where owner = ${owner}`)) ??
  (await db.one(Faults, sql`select payouts, callbacks from sandbox.faults`));

type FaultChanges = { readonly [K in keyof Faults]?: Faults[K] | undefined };

/** Sets the given faults and keeps the others. */
export const writeFaults = (db: Queryable, faults: FaultChanges): Promise<Faults> =>
  db.one(
    Faults,
    sql`
    update sandbox.faults set payouts = coalesce(${faults.payouts ?? null}, payouts),
      callbacks = coalesce(${faults.callbacks ?? null}, callbacks)
    returning payouts, callbacks`,
  );

/** The same for the orders of one owner. */
export const writeFaultsOf = (db: Queryable, owner: string, faults: FaultChanges): Promise<Faults> => {
  const [payouts, callbacks] = [faults.payouts ?? null, faults.callbacks ?? null];
  return db.one(
    Faults,
    sql`
    insert into sandbox.faults_of as f (owner, payouts, callbacks)
    values (${owner}, coalesce(${payouts}::text, 'ok'), coalesce(${callbacks}::text, 'ok'))
    on conflict (owner) do update set payouts = coalesce(${payouts}::text, f.payouts), callbacks = coalesce(${callbacks}::text, f.callbacks)
    returning payouts, callbacks`,
  );
};

const NextMoneyRow = rowType({
  due: col.nullable(col.timestamp),
});

/** When the next confirmation or payout is due; undefined if nothing is scheduled. */
export async function nextMoneyAt(db: Queryable): Promise<Instant | undefined> {
  const { due } = await db.one(
    NextMoneyRow,
    sql`
    select least(
      (select min(next_step_at) from sandbox.payments where next_step_at is not null),
      (select min(execute_at) from sandbox.payouts where execute_at is not null)) as due`,
  );
  return due?.getTime();
}

/** Serialises calls about one payout: a lookup waits for a payout that is being inserted. */
export async function lockReference(tx: Tx, reference: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${reference}, 0))`);
}
