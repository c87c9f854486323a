import { DEPOSIT_STATES, type DepositState } from '#core/order/payment-reports.ts';
import type { Instant, Period } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

/** The payment requested from an acquirer for one order. Amounts in minor units. */
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

const CheckoutRow = rowType({
  rail: col.text,
  order_id: col.text,
  reference: col.text,
  payment_system_code: col.text,
  amount: col.text,
  url: col.nullable(col.text),
  payment_id: col.nullable(col.text),
  created_at: col.timestamp,
});
const fromRow = (row: RowOf<typeof CheckoutRow>): Checkout => ({
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
 * The order's checkout, created if there is none; concurrent callers get the same one. Throws if the drawn reference belongs to another
 * order; the next try draws a new one.
 */
export async function openCheckout(db: Db, checkout: Omit<Checkout, 'url' | 'paymentId' | 'createdAt'>, now: Instant): Promise<Checkout> {
  await db.run(sql`
    insert into acquirer.checkouts (rail, order_id, reference, payment_system_code, amount, created_at, ask_at)
    values (${checkout.rail}, ${checkout.orderId}, ${checkout.reference}, ${checkout.code}, ${String(checkout.amount)}, ${new Date(now)},
      ${new Date(now)})
    on conflict do nothing`);
  return fromRow(
    await db.one(
      CheckoutRow,
      sql`select ${CheckoutRow.list} from acquirer.checkouts where rail = ${checkout.rail} and order_id = ${checkout.orderId}`,
    ),
  );
}

/** Saves the page that the acquirer has created, unless one is saved already; returns the valid one. */
export async function savePage(db: Db, { rail, orderId }: Checkout, page: { url: string; paymentId: string | null }): Promise<Checkout> {
  await db.run(sql`
    update acquirer.checkouts set url = ${page.url}, payment_id = ${page.paymentId}
    where rail = ${rail} and order_id = ${orderId} and url is null`);
  return fromRow(
    await db.one(CheckoutRow, sql`select ${CheckoutRow.list} from acquirer.checkouts where rail = ${rail} and order_id = ${orderId}`),
  );
}

export async function findCheckout(db: Queryable, rail: string, reference: string): Promise<Checkout | undefined> {
  const row = await db.maybe(
    CheckoutRow,
    sql`select ${CheckoutRow.list} from acquirer.checkouts where rail = ${rail} and reference = ${reference}`,
  );
  return row && fromRow(row);
}

export async function checkoutOfOrder(db: Queryable, rail: string, orderId: string): Promise<Checkout | undefined> {
  const row = await db.maybe(
    CheckoutRow,
    sql`select ${CheckoutRow.list} from acquirer.checkouts where rail = ${rail} and order_id = ${orderId}`,
  );
  return row && fromRow(row);
}

/** Claims due checkouts for this process by scheduling their next request, whatever the outcome. */
export async function claimDueCheckouts(
  db: Db,
  rail: string,
  claim: { now: Instant; limit: number; nextPollAt: (createdAt: Instant) => Instant | null },
): Promise<Checkout[]> {
  return await db.tx(async (tx) => {
    const rows = await tx.many(
      CheckoutRow,
      sql`
      select ${CheckoutRow.list} from acquirer.checkouts where rail = ${rail} and ask_at <= ${new Date(claim.now)}
      order by ask_at limit ${claim.limit} for update skip locked`,
    );
    const claimed = rows.map(fromRow);
    for (const { orderId, createdAt } of claimed) {
      const nextAt = claim.nextPollAt(createdAt);
      await tx.run(
        sql`update acquirer.checkouts set ask_at = ${nextAt === null ? null : new Date(nextAt)}
          where rail = ${rail} and order_id = ${orderId}`,
      );
    }
    return claimed;
  });
}

/** Schedules an immediate status request. */
export async function scheduleNow(db: Db, { rail, orderId }: Checkout, now: Instant): Promise<void> {
  await db.run(sql`
    update acquirer.checkouts set ask_at = ${new Date(now)}
    where rail = ${rail} and order_id = ${orderId} and (ask_at is null or ask_at > ${new Date(now)})`);
}

/** Checkouts that may have settled in a period: last changed then, by their payments too. */
export async function findCheckouts(db: Queryable, rail: string, { since, before }: Period): Promise<Checkout[]> {
  const [from, to] = [new Date(since), new Date(before)];
  const rows = await db.many(
    CheckoutRow,
    sql`
    select ${CheckoutRow.list} from acquirer.checkouts c where rail = ${rail} and created_at < ${to}
      and not exists (select from acquirer.payments p where p.rail = c.rail and p.order_id = c.order_id and p.changed_at >= ${to})
      and (created_at >= ${from}
        or exists (select from acquirer.payments p where p.rail = c.rail and p.order_id = c.order_id and p.changed_at >= ${from}))
    order by created_at`,
  );
  return rows.map(fromRow);
}

export interface StoredPayment {
  readonly externalId: string;
  readonly orderId: string;
  readonly amount: bigint;
  readonly state: DepositState;
  readonly firstSeenAt: Instant;
  /** Whether the order side has stored the current state. */
  readonly isReported: boolean;
}

const PaymentRow = rowType({
  external_id: col.text,
  order_id: col.text,
  amount: col.text,
  state: col.oneOf(DEPOSIT_STATES),
  first_seen_at: col.timestamp,
  is_told: col.computed(col.bool, sql`told_state is not distinct from state`),
});

const paymentFrom = (row: RowOf<typeof PaymentRow>): StoredPayment => ({
  externalId: row.external_id,
  orderId: row.order_id,
  amount: BigInt(row.amount),
  state: row.state,
  firstSeenAt: row.first_seen_at.getTime(),
  isReported: row.is_told,
});

/**
 * Saves a reported payment.
 * - The state of a final payment changes only to `reverted`, a reverted one never changes.
 * - The amount changes until the payment is final; a changed amount is reported again.
 * - Returns undefined and changes nothing if the id was reported for another order before.
 */
export async function savePayment(
  db: Queryable,
  rail: string,
  { externalId, orderId, amount, state, now }: { externalId: string; orderId: string; amount: bigint; state: DepositState; now: Instant },
): Promise<StoredPayment | undefined> {
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
    returning ${PaymentRow.list}`,
  );
  return row && paymentFrom(row);
}

/** The order side has stored the payment in this state. */
export async function markReported(db: Db, rail: string, { externalId, state }: StoredPayment): Promise<void> {
  await db.run(
    sql`update acquirer.payments set told_state = ${state} where rail = ${rail} and external_id = ${externalId} and state = ${state}`,
  );
}

export async function unreportedPayments(db: Db, rail: string, limit: number): Promise<StoredPayment[]> {
  const rows = await db.many(
    PaymentRow,
    sql`select ${PaymentRow.list} from acquirer.payments where rail = ${rail} and told_state is distinct from state order by changed_at
      limit ${limit}`,
  );
  return rows.map(paymentFrom);
}

const paymentsOf = (rail: string, orderId: string) =>
  sql`select ${PaymentRow.list} from acquirer.payments where rail = ${rail} and order_id = ${orderId} order by first_seen_at, external_id`;

export const paymentsOfOrder = async (db: Queryable, rail: string, orderId: string): Promise<StoredPayment[]> =>
  (await db.many(PaymentRow, paymentsOf(rail, orderId))).map(paymentFrom);

/** The payments of an order, locked, because two refunds must not use the same money. */
export const lockPayments = async (tx: Tx, rail: string, orderId: string): Promise<StoredPayment[]> =>
  (await tx.many(PaymentRow, sql`${paymentsOf(rail, orderId)} for update`)).map(paymentFrom);

const OrderTotalRow = rowType({ in_all: col.nullable(col.text), is_whole: col.bool });

interface ExternalReturn {
  readonly rail: string;
  readonly orderId: string;
  readonly externalId: string;
  /** Amount returned beyond our refunds, in minor units; undefined: the acquirer reports no amount. */
  readonly amount: bigint | undefined;
  readonly now: Instant;
}

/** Saves what was returned beyond our refunds of a payment; returns the total of its order, undefined if one amount is unknown. */
export async function saveExternalReturn(db: Db, { rail, orderId, externalId, amount, now }: ExternalReturn): Promise<bigint | undefined> {
  const amountText = amount === undefined ? null : String(amount);
  await db.run(sql`
    insert into acquirer.given_back (rail, external_id, order_id, amount, told_at)
      values (${rail}, ${externalId}, ${orderId}, ${amountText}, ${new Date(now)})
    on conflict (rail, external_id) do update set amount = excluded.amount, told_at = excluded.told_at`);
  const row = await db.one(
    OrderTotalRow,
    sql`
    select sum(amount)::text as in_all, count(amount) = count(*) as is_whole from acquirer.given_back
      where rail = ${rail} and order_id = ${orderId}`,
  );
  return row.is_whole && row.in_all !== null ? BigInt(row.in_all) : undefined;
}

/** The returned amount is fully explained by our refunds after all. */
export async function deleteExternalReturn(db: Db, rail: string, externalId: string): Promise<void> {
  await db.run(sql`delete from acquirer.given_back where rail = ${rail} and external_id = ${externalId}`);
}
