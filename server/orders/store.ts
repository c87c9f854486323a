import { quoteToJson } from '#core/order/quote-json.ts';
import type { CreationMove } from '#core/order/lifecycle.ts';
import type { Order } from '#core/order/order.ts';
import type { Instant } from '#core/time.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import { col, join, type Queryable, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import {
  afterStart,
  countUpTo,
  limitOf,
  type ListPage,
  placeOf,
  RowPlace,
  sortClause,
  sortedKeys,
  type SortKey,
  toListPage,
} from '#server/platform/db/list-page.ts';
import type { PageRequest } from '#server/platform/http/pagination.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import { firstAgreementToJson, orderFromRow, refundRuleToJson, requoteToJson, OrderRow } from './order-row.ts';
import { isOfPartner } from './partner-orders.ts';
import { bigints } from './terms/term-index.ts';

const date = (at: Instant | null): Date | null => (at === null ? null : new Date(at));
const text = (amount: bigint): string => String(amount);

const SORTABLE = {
  created_at: { column: sql`created_at`, type: 'timestamptz' },
  expires_at: { column: sql`expires_at`, type: 'timestamptz', isNullable: true },
  status: { column: sql`status`, type: 'text' },
} as const satisfies Record<string, SortKey>;
const NEWEST_FIRST: readonly SortKey[] = [
  { ...SORTABLE.created_at, isDescending: true },
  { column: sql`id`, type: 'text' },
];

const PlacedRow = rowType({ id: col.text, is_order: col.bool, place: RowPlace });

/** The owner of orders: an account id, or a partner and key mode. */
export type OrdersOwner = string | Pick<SignedPartner, 'userId' | 'mode'>;

const ownedBy = (owner: OrdersOwner): Sql => (typeof owner === 'string' ? sql`user_id = ${owner}` : isOfPartner(owner, sql`orders.id`));

/** One entry of a customer's list: an order, or only the id of another entry (a withdrawal). */
export interface ListEntry {
  readonly id: string;
  readonly order: Order | undefined;
}

export interface OwnListFilter {
  /** Condition on `orders`; null: no orders. */
  readonly filter: Sql | null;
  /** Other entries, as `select id, created_at, expires_at, status`; null: none. */
  readonly others: Sql | null;
}

/** One page of a customer's orders and other entries, newest first, with the exact total. */
export async function listOwnOrders(
  db: Queryable,
  owner: OrdersOwner,
  page: Pick<PageRequest, 'limit' | 'offset' | 'from' | 'sort'>,
  { filter, others }: OwnListFilter = { filter: sql`true`, others: null },
): Promise<ListPage<ListEntry> & { readonly total: number }> {
  const part = { ...page, keys: sortedKeys(page.sort, SORTABLE, NEWEST_FIRST) };
  const lists = [
    ...(filter === null
      ? []
      : [sql`select id, created_at, expires_at, status, true as is_order from orders where ${ownedBy(owner)} and ${filter}`]),
    ...(others === null ? [] : [sql`select b.*, false as is_order from (${others}) b`]),
  ];
  if (lists.length === 0) return { rows: [], ends: { before: null, after: null }, total: 0 };
  const needed = page.limit + 1 + (page.from === undefined ? page.offset : 0);
  // Each kind gives at most what the page needs, sorted by its index
  const newest = lists.map(
    (list) => sql`(select * from (${list}) one where ${afterStart(part)} order by ${sortClause(part)} limit ${needed})`,
  );
  const [total, placed] = await Promise.all([
    countUpTo(db, sql`from (${join(lists, ' union all ')}) own`),
    db.many(
      PlacedRow,
      sql`select id, is_order, ${placeOf(part.keys)} as place from (${join(newest, ' union all ')}) own
        order by ${sortClause(part)} ${limitOf(part)}`,
    ),
  ]);
  const { rows, ends } = toListPage(placed, part);
  const ids = rows.filter((row) => row.is_order).map(({ id }) => id);
  const orders = await db.many(OrderRow, sql`select ${OrderRow.list} from orders where id = any(${ids}::text[])`);
  const byId = new Map(orders.map((row) => [row.id, orderFromRow(row)]));
  return { rows: rows.map(({ id }) => ({ id, order: byId.get(id) })), ends, total };
}

export interface NewOrder {
  readonly order: Order;
  /** The move that created it. */
  readonly move: CreationMove;
  /** Null for orders of partners: the address would be their server's. */
  readonly ip: string | null;
  readonly incomeRequisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>> };
  readonly outcomeRequisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>>; readonly fingerprint: Buffer };
  /** Search terms (`orders/terms`). */
  readonly terms: readonly bigint[];
}

/** Inserts a new order with its search terms and first timeline event. */
export async function insertOrder(tx: Tx, created: NewOrder): Promise<void> {
  const { order, move, incomeRequisites, outcomeRequisites } = created;
  await tx.run(sql`
    with o as (
      insert into orders (id, status, version, user_id, email, locale, ip, income_code, outcome_code, income_wallet, outcome_wallet,
        income_amount, outcome_amount,
        quote, rate_type, slot_id, hold_id, hold_amount, income_requisites_sealed, income_requisites_masked, outcome_requisites_sealed,
        outcome_requisites_masked, outcome_fingerprint, refund_terms, promised_minutes, created_at, status_changed_at, expires_at)
      values (${order.id}, ${order.status}, ${order.version}, ${order.userId}, ${order.email}, ${order.locale}, ${created.ip},
        ${order.incomeCode}, ${order.outcomeCode}, ${order.incomeWallet}, ${order.outcomeWallet}, ${text(order.incomeAmount)},
          ${text(order.outcomeAmount)},
        ${JSON.stringify(quoteToJson(order.quote))}, ${order.rateType}, ${order.slotId}, ${order.hold?.id ?? null},
        ${order.hold === null ? null : text(order.hold.amount)}, ${incomeRequisites.sealed}, ${JSON.stringify(incomeRequisites.masked)},
        ${outcomeRequisites.sealed}, ${JSON.stringify(outcomeRequisites.masked)}, ${outcomeRequisites.fingerprint},
        ${order.refundRule === null ? null : JSON.stringify(refundRuleToJson(order.refundRule))},
        ${order.promisedMinutes},
        ${date(order.createdAt)}, ${date(order.statusChangedAt)}, ${date(order.expiresAt)})
    ), s as (insert into order_search (order_id, at, terms) values (${order.id}, ${date(order.createdAt)}, ${bigints(created.terms)}))
    insert into order_events (order_id, version, move, from_status, to_status, actor, actor_id, at)
    values (${order.id}, ${order.version}, ${move}, null, ${order.status}, 'customer', ${order.userId}, ${date(order.createdAt)})`);
}

export interface OrderEvent {
  readonly move: string;
  readonly from: string;
  readonly actor: string;
  readonly actorId: string | null;
  readonly note: string | null;
}

/**
 * Saves a changed order by compare-and-set on state and version, and the timeline event when the change was a move. False:
 * another process changed the order first.
 */
export async function saveOrder(tx: Tx, before: Order, after: Order, event: OrderEvent | null): Promise<boolean> {
  const claim =
    after.claim === null ? null : JSON.stringify({ invoice_id: after.claim.invoiceId, tx_hash: after.claim.txHash, at: after.claim.at });
  const update = sql`
    update orders set status = ${after.status}, version = ${after.version}, email = ${after.email},
      income_amount = ${text(after.incomeAmount)},
      outcome_amount = ${text(after.outcomeAmount)}, quote = ${JSON.stringify(quoteToJson(after.quote))},
      hold_id = ${after.hold?.id ?? null}, hold_amount = ${after.hold === null ? null : text(after.hold.amount)},
      confirmations = ${after.confirmations}, required_confirmations = ${after.requiredConfirmations},
      received_amount = ${text(after.receivedAmount)}, credited_amount = ${text(after.creditedAmount)},
        surplus_returned = ${text(after.surplusReturned)}, refund_fee = ${text(after.refundFee)},
      income_tx_hash = ${after.incomeTxHash}, outcome_tx_hash = ${after.outcomeTxHash}, claim = ${claim},
      requote = ${after.requote === null ? null : JSON.stringify(requoteToJson(after.requote))}, reason = ${after.reason},
      first_agreement = ${after.firstAgreement === null ? null : JSON.stringify(firstAgreementToJson(after.firstAgreement))},
      status_changed_at = ${date(after.statusChangedAt)}, expires_at = ${date(after.expiresAt)},
      rate_locked_until = ${date(after.rateLockedUntil)}, first_seen_at = ${date(after.firstSeenAt)}
    where id = ${before.id} and status = ${before.status} and version = ${before.version}`;
  if (event === null) return (await tx.run(update)) === 1;
  const recorded = await tx.run(sql`
    with changed as (${update} returning id)
    insert into order_events (order_id, version, move, from_status, to_status, actor, actor_id, note, at)
    select id, ${after.version}, ${event.move}, ${event.from}, ${after.status}, ${event.actor}, ${event.actorId}, ${event.note},
      ${date(after.statusChangedAt)}
    from changed`);
  return recorded === 1;
}

/** Stores the rail's offer, once: requisites of an order never change (R56). */
export async function saveRequisites(
  tx: Tx,
  order: Order,
  rail: { readonly name: string; readonly returnsPayments: boolean },
  offer: RequisitesOffer,
): Promise<void> {
  await tx.run(sql`
    update orders set requisites = ${JSON.stringify({ ...offer, amount: text(offer.amount) })}, requisites_reference = ${offer.reference},
      rail_reference_rail = ${rail.name},
      returns_by_payment = ${rail.returnsPayments}
    where id = ${order.id} and requisites is null`);
}
