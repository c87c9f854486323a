import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import { DEPOSIT_STATES, type DepositState } from '#core/order/money-seen.ts';
import type { Instant } from '#core/time.ts';
import type { Db, Queryable, Tx } from '#server/platform/db/db.ts';

/** What was asked of an acquirer for one order. Amounts in minor units. */
export interface Checkout {
  readonly rail: string;
  readonly orderId: string;
  readonly reference: string;
  readonly code: string;
  readonly amount: bigint;
  readonly url: string | null;
  readonly paymentId: string | null;
  readonly createdAt: Instant;
}

const CheckoutRow = z.object({
  rail: z.string(),
  order_id: z.string(),
  reference: z.string(),
  payment_system_code: z.string(),
  amount: z.string(),
  url: z.nullable(z.string()),
  payment_id: z.nullable(z.string()),
  created_at: z.date(),
});
const COLUMNS = sql`rail, order_id, reference, payment_system_code, amount::text, url, payment_id, created_at`;

const fromRow = (row: z.output<typeof CheckoutRow>): Checkout => ({
  rail: row.rail,
  orderId: row.order_id,
  reference: row.reference,
  code: row.payment_system_code,
  amount: BigInt(row.amount),
  url: row.url,
  paymentId: row.payment_id,
  createdAt: row.created_at.getTime(),
});

/**
 * The order's checkout, made now if there is none; whoever comes second gets the first one's. Two who come together may meet at either
 * of its names, the order's and the reference. A reference that another order bears already fails: the next try draws a new one.
 */
export async function openCheckout(db: Db, made: Omit<Checkout, 'url' | 'paymentId' | 'createdAt'>, now: Instant): Promise<Checkout> {
  await db.run(sql`
    insert into acquirer.checkouts (rail, order_id, reference, payment_system_code, amount, created_at, ask_at)
    values (${made.rail}, ${made.orderId}, ${made.reference}, ${made.code}, ${String(made.amount)}, ${new Date(now)}, ${new Date(now)})
    on conflict do nothing`);
  return fromRow(
    await db.one(CheckoutRow, sql`select ${COLUMNS} from acquirer.checkouts where rail = ${made.rail} and order_id = ${made.orderId}`),
  );
}

/** Keeps the page that the acquirer has made, unless another is kept already; gives the one that counts. */
export async function keepPage(db: Db, { rail, orderId }: Checkout, page: { url: string; paymentId: string | null }): Promise<Checkout> {
  await db.run(sql`
    update acquirer.checkouts set url = ${page.url}, payment_id = ${page.paymentId}
    where rail = ${rail} and order_id = ${orderId} and url is null`);
  return fromRow(await db.one(CheckoutRow, sql`select ${COLUMNS} from acquirer.checkouts where rail = ${rail} and order_id = ${orderId}`));
}

export async function findCheckout(db: Queryable, rail: string, reference: string): Promise<Checkout | undefined> {
  const row = await db.maybe(CheckoutRow, sql`select ${COLUMNS} from acquirer.checkouts where rail = ${rail} and reference = ${reference}`);
  return row && fromRow(row);
}

export async function checkoutOfOrder(db: Queryable, rail: string, orderId: string): Promise<Checkout | undefined> {
  const row = await db.maybe(CheckoutRow, sql`select ${COLUMNS} from acquirer.checkouts where rail = ${rail} and order_id = ${orderId}`);
  return row && fromRow(row);
}

/** Takes some that are due, for this process alone: they are due again when their turn comes, whatever becomes of it. */
export async function takeDue(
  db: Db,
  rail: string,
  turn: { now: Instant; limit: number; againAt: (createdAt: Instant) => Instant | null },
): Promise<Checkout[]> {
  return await db.tx(async (tx) => {
    const rows = await tx.many(
      CheckoutRow,
      sql`
      select ${COLUMNS} from acquirer.checkouts where rail = ${rail} and ask_at <= ${new Date(turn.now)}
      order by ask_at limit ${turn.limit} for update skip locked`,
    );
    const taken = rows.map(fromRow);
    for (const { orderId, createdAt } of taken) {
      const again = turn.againAt(createdAt);
      await tx.run(
        sql`update acquirer.checkouts set ask_at = ${again === null ? null : new Date(again)} where rail = ${rail} and order_id = ${orderId}`,
      );
    }
    return taken;
  });
}

/** Somebody says that there is news: it is asked about at once. */
export async function askSoon(db: Db, { rail, orderId }: Checkout, now: Instant): Promise<void> {
  await db.run(sql`
    update acquirer.checkouts set ask_at = ${new Date(now)}
    where rail = ${rail} and order_id = ${orderId} and (ask_at is null or ask_at > ${new Date(now)})`);
}

/** Checkouts that the acquirer may have settled since a moment: those made then, and those with a payment or refund that changed then. */
export async function checkoutsSince(db: Queryable, rail: string, since: Instant): Promise<Checkout[]> {
  const at = new Date(since);
  const rows = await db.many(
    CheckoutRow,
    sql`
    select ${COLUMNS} from acquirer.checkouts c where rail = ${rail} and (created_at >= ${at}
      or exists (select from acquirer.payments p where p.rail = c.rail and p.order_id = c.order_id and p.changed_at >= ${at}))
    order by created_at`,
  );
  return rows.map(fromRow);
}

export interface PaymentKept {
  readonly externalId: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly state: DepositState;
  readonly firstSeenAt: Instant;
  /** Whether the order's side has stored it as it is. */
  readonly isTold: boolean;
}

const PaymentRow = z.object({
  external_id: z.string(),
  order_id: z.string(),
  amount: z.string(),
  state: z.enum(DEPOSIT_STATES),
  first_seen_at: z.date(),
  is_told: z.boolean(),
});
const PAYMENT_COLUMNS = sql`external_id, order_id, amount::text, state, first_seen_at, told_state is not distinct from state as is_told`;

const paymentFrom = (row: z.output<typeof PaymentRow>): PaymentKept => ({
  externalId: row.external_id,
  orderId: row.order_id,
  amount: BigInt(row.amount),
  state: row.state,
  firstSeenAt: row.first_seen_at.getTime(),
  isTold: row.is_told,
});

/**
 * Writes what was told of a payment; what is final stays so unless it is taken back, and its amount with it. Undefined: the same name
 * was told of another order before, which nothing may change.
 */
export async function keepPayment(
  db: Queryable,
  rail: string,
  { externalId, orderId, amount, state, now }: { externalId: string; orderId: string; amount: bigint; state: DepositState; now: Instant },
): Promise<PaymentKept | undefined> {
  const at = new Date(now);
  const row = await db.maybe(
    PaymentRow,
    sql`
    insert into acquirer.payments as p (rail, external_id, order_id, amount, state, first_seen_at, changed_at)
    values (${rail}, ${externalId}, ${orderId}, ${String(amount)}, ${state}, ${at}, ${at})
    on conflict (rail, external_id) do update set
      amount = case when p.state in ('final', 'reverted') then p.amount else excluded.amount end,
      -- While it is on its way another amount is news too
      told_state = case when p.state in ('final', 'reverted') or p.amount = excluded.amount then p.told_state end,
      state = case when p.state = 'reverted' or (p.state = 'final' and excluded.state <> 'reverted') then p.state else excluded.state end,
      changed_at = case when p.state = excluded.state then p.changed_at else excluded.changed_at end
    where p.order_id = excluded.order_id
    returning ${PAYMENT_COLUMNS}`,
  );
  return row && paymentFrom(row);
}

/** The order's side has stored it in this state. */
export async function markTold(db: Db, rail: string, { externalId, state }: PaymentKept): Promise<void> {
  await db.run(
    sql`update acquirer.payments set told_state = ${state} where rail = ${rail} and external_id = ${externalId} and state = ${state}`,
  );
}

export async function untold(db: Db, rail: string, limit: number): Promise<PaymentKept[]> {
  const rows = await db.many(
    PaymentRow,
    sql`select ${PAYMENT_COLUMNS} from acquirer.payments where rail = ${rail} and told_state is distinct from state order by changed_at limit ${limit}`,
  );
  return rows.map(paymentFrom);
}

const paymentsOf = (rail: string, orderId: string) =>
  sql`select ${PAYMENT_COLUMNS} from acquirer.payments where rail = ${rail} and order_id = ${orderId} order by first_seen_at, external_id`;

export const paymentsOfOrder = async (db: Queryable, rail: string, orderId: string): Promise<PaymentKept[]> =>
  (await db.many(PaymentRow, paymentsOf(rail, orderId))).map(paymentFrom);

/** The same, locked: two refunds are not both given from one. */
export const lockPayments = async (tx: Tx, rail: string, orderId: string): Promise<PaymentKept[]> =>
  (await tx.many(PaymentRow, sql`${paymentsOf(rail, orderId)} for update`)).map(paymentFrom);
