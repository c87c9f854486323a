import type { Order } from '#core/order/order.ts';
import { ORDER_STATUSES, type OrderStatus } from '#core/order/status.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { OrderReaders } from '#server/mails/queue-news.ts';
import { col, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';
import { orderFromRow, OrderRow } from './order-row.ts';

/** One order, not locked. */
export async function findOrder(db: Queryable, id: string): Promise<Order | undefined> {
  const row = await db.maybe(OrderRow, sql`select ${OrderRow.list} from orders where id = ${id}`);
  return row && orderFromRow(row);
}

/** One order, locked until the transaction ends. Required for any change. */
export async function lockOrder(tx: Tx, id: string): Promise<Order | undefined> {
  const row = await tx.maybe(OrderRow, sql`select ${OrderRow.list} from orders where id = ${id} for update`);
  return row && orderFromRow(row);
}

/** The order that a rail's reference belongs to, locked until the transaction ends. */
export async function lockOrderByReference(tx: Tx, rail: string, reference: string): Promise<Order | undefined> {
  const row = await tx.maybe(
    OrderRow,
    sql`select ${OrderRow.list} from orders where rail_reference_rail = ${rail} and requisites_reference = ${reference} for update`,
  );
  return row && orderFromRow(row);
}

const OfferRow = rowType({
  /** Only `saveRequisites` writes it. */
  requisites: col.nullable(col.storedJson<Omit<RequisitesOffer, 'amount'> & { readonly amount: string }>()),
});

/** The pay-to requisites of an order; undefined until its rail has offered them. */
export async function findOffer(db: Queryable, id: string): Promise<RequisitesOffer | undefined> {
  const row = await db.maybe(OfferRow, sql`select requisites from orders where id = ${id}`);
  return row?.requisites ? { ...row.requisites, amount: BigInt(row.requisites.amount) } : undefined;
}

const MaskedRequisitesRow = rowType({ income: col.textRecord, outcome: col.textRecord });

/** Masked requisites of both sides. */
export const findMaskedRequisites = async (db: Queryable, id: string): Promise<RowOf<typeof MaskedRequisitesRow>> =>
  await db.one(
    MaskedRequisitesRow,
    sql`select income_requisites_masked as income, outcome_requisites_masked as outcome from orders where id = ${id}`,
  );

const SealedRequisitesRow = rowType({ income: col.bytes, outcome: col.bytes });

/** Encrypted requisites of both sides, for payouts, refunds and rails. */
export const findSealedRequisites = async (db: Queryable, id: string): Promise<RowOf<typeof SealedRequisitesRow>> =>
  await db.one(
    SealedRequisitesRow,
    sql`select income_requisites_sealed as income, outcome_requisites_sealed as outcome from orders where id = ${id}`,
  );

const SealedIncomeRow = rowType({ id: col.text, sealed: col.bytes });

/** Encrypted income requisites of these orders, by order id. */
export async function findSealedIncomes(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db.many(
    SealedIncomeRow,
    sql`select id, income_requisites_sealed as sealed from orders where id = any(${[...ids]}::text[])`,
  );
  return new Map(rows.map(({ id, sealed }) => [id, sealed]));
}

const PreviousStatusRow = rowType({ status: col.nullable(col.oneOf(ORDER_STATUSES)) });

/** The state before the current one; null for a new order. */
const findPreviousStatus = async (db: Queryable, id: string): Promise<OrderStatus | null> =>
  (
    await db.maybe(
      PreviousStatusRow,
      sql`select from_status as status from order_events where order_id = ${id} order by version desc limit 1`,
    )
  )?.status ?? null;

/** What an e-mail about an order needs. */
interface OrderNews {
  readonly order: Order;
  /** The pay-to requisites. */
  readonly offer: RequisitesOffer | undefined;
  /** Masked requisites that the payout goes to. */
  readonly destination: RequisiteValues;
  /** Masked requisites that a refund goes to. */
  readonly refundDestination: RequisiteValues;
  /** The state before the current one; null for a new order. */
  readonly before: OrderStatus | null;
}

/** The order as its e-mails show it; undefined for an unknown one. */
export async function findOrderNews(db: Queryable, id: string): Promise<OrderNews | undefined> {
  const order = await findOrder(db, id);
  if (!order) return undefined;
  const [offer, masked, before] = await Promise.all([findOffer(db, id), findMaskedRequisites(db, id), findPreviousStatus(db, id)]);
  return { order, offer, destination: masked.outcome, refundDestination: masked.income, before };
}

/** Readers of a notice about an order: its linked channels and its account. */
export const noticeReadersOf = (orderId: string): OrderReaders => ({
  id: orderId,
  accounts: sql`select user_id from orders where id = ${orderId} and user_id is not null`,
});

const HasMovedRow = rowType({ has_moved: col.bool });

/** Whether the order has made a move since this version. Confirmations and renewed offers are not moves. */
export const hasMovedSince = async (db: Queryable, orderId: string, version: number): Promise<boolean> =>
  (
    await db.one(
      HasMovedRow,
      sql`select exists (select 1 from order_events where order_id = ${orderId} and version > ${version}) as has_moved`,
    )
  ).has_moved;

const FirstPaidRow = rowType({ created_at: col.nullable(col.instant) });

/** Creation time of the user's first completed order to this destination, by its keyed hash; undefined: none. */
export async function findFirstPaidAt(
  db: Queryable,
  { userId, fingerprint }: { readonly userId: string; readonly fingerprint: Buffer },
): Promise<Instant | undefined> {
  const row = await db.one(
    FirstPaidRow,
    sql`
    select min(created_at) as created_at from orders
    where user_id = ${userId} and outcome_fingerprint = ${fingerprint} and status = 'completed'`,
  );
  return row.created_at ?? undefined;
}
