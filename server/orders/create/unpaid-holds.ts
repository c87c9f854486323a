import type { Order } from '#core/order/order.ts';
import {
  type ReserveShareFacts,
  keepsHold,
  MAX_UNPAID_ORDERS,
  paymentWindowMs,
  UNPAID_STATUSES,
  type UnpaidHolds,
  type UnpaidNearby,
} from '#core/order/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql, type Tx } from '#server/platform/db/db.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import { networkPrefixOf } from '#server/platform/http/peer.ts';
import { forEachIsolated } from '#server/platform/queue/queue.ts';
import { applyTouch, NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { isOfPartner } from '#server/orders/partner-orders.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { lockOrder } from '#server/orders/queries.ts';

/** What identifies a visitor (domain 5, "Open orders"), and the network address of the call, which thousands of phones may share. */
export interface VisitorKey {
  readonly email: string;
  readonly userId: string | null;
  /** Orders whose tokens the visitor holds. */
  readonly orderIds: readonly string[];
  /** Network address (`peerOf`), if known. Not an identity: it only requires proof of work and counts towards the network's limits. */
  readonly address?: string;
  /** A partner orders for many e-mails: every order made with the partner's keys counts as the partner's. */
  readonly partner?: SignedPartner;
}

const UNPAID = sql`o.received_amount = 0 and o.status = any(${UNPAID_STATUSES}::text[])`;
/** Operators look for the payment: these orders do not expire automatically. */
const IS_BEING_LOOKED_FOR = sql`o.status in ('payment_claimed', 'moderation')`;
/**
 * SQL: unpaid orders that hold a reserve or wait for an operator. Claims without a hold count, because many would keep operators busy. Must
 * equal the condition of the index `orders_open_unpaid`.
 */
export const IS_OPEN_UNPAID = sql`(${UNPAID} and (o.hold_id is not null or ${IS_BEING_LOOKED_FOR}))`;

/** Orders proven to be the visitor's by account or token, not only by a typed e-mail. */
const isHeldByKey = ({ userId, orderIds, partner }: VisitorKey): Sql =>
  partner !== undefined
    ? isOfPartner(partner, sql`o.id`)
    : sql`(o.user_id is not distinct from ${userId} and o.user_id is not null or o.id = any(${orderIds}::text[]))`;

const isOfVisitor = (key: VisitorKey): Sql =>
  key.partner !== undefined ? isHeldByKey(key) : sql`(lower(o.email) = ${key.email.toLowerCase()} or ${isHeldByKey(key)})`;

/** Orders from addresses of the same network: a prefix search as a range of the index `orders_open_unpaid`. */
function isOfNetwork({ address }: VisitorKey): Sql {
  if (address === undefined) return sql`false`;
  const prefix = networkPrefixOf(address);
  const afterPrefix = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return sql`(o.ip ~>=~ ${prefix} and o.ip ~<~ ${afterPrefix})`;
}

export interface UnpaidOrder {
  readonly id: string;
  readonly status: string;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  /** The visitor holds its token or account. Other orders are only counted: typing an e-mail reveals nothing about its orders. */
  readonly hasKey: boolean;
}

/** Serialises order creation of one visitor, so that the counts are exact. */
async function lockVisitor(tx: Tx, { email, userId, orderIds, address, partner }: VisitorKey): Promise<void> {
  const names =
    partner !== undefined
      ? [`partner ${partner.userId}`]
      : [
          `email ${email.toLowerCase()}`,
          ...(userId === null ? [] : [`user ${userId}`]),
          ...orderIds.slice(0, 1),
          ...(address === undefined ? [] : [`network ${networkPrefixOf(address)}`]),
        ];
  // Sorted, so that two transactions cannot deadlock
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(name, 17)) from unnest(${names.sort()}::text[]) as n (name)`);
}

/** An order of the visitor; without any, one row with nulls. */
const OpenUnpaidRow = rowType({
  address: col.number,
  network: col.number,
  ends_at: col.nullable(col.timestamp),
  id: col.nullable(col.text),
  status: col.nullable(col.text),
  income_code: col.nullable(col.text),
  outcome_code: col.nullable(col.text),
  income_amount: col.nullable(col.amount),
  outcome_amount: col.nullable(col.amount),
  created_at: col.nullable(col.instant),
  expires_at: col.nullable(col.instant),
  has_key: col.nullable(col.bool),
});

function unpaidOf(row: RowOf<typeof OpenUnpaidRow>): UnpaidOrder[] {
  const { id, status, income_code: incomeCode, outcome_code: outcomeCode, created_at: createdAt, has_key: hasKey } = row;
  const { income_amount: incomeAmount, outcome_amount: outcomeAmount, expires_at: expiresAt } = row;
  if (id === null) return [];
  if (status === null || incomeCode === null || outcomeCode === null || createdAt === null) throw new Error(`Order ${id} is incomplete`);
  if (incomeAmount === null || outcomeAmount === null || hasKey === null) throw new Error(`Order ${id} is incomplete`);
  return [{ id, status, incomeCode, outcomeCode, incomeAmount, outcomeAmount, createdAt, expiresAt, hasKey }];
}

/** Open unpaid orders: the visitor's, and the number from the same address and network. */
export interface OpenUnpaid {
  /** Orders with a proven key first, then newest first. */
  readonly ofVisitor: readonly UnpaidOrder[];
  readonly nearby: UnpaidNearby;
  /** When the first of the network's orders expires if it is neither paid nor claimed; null: none expires automatically. */
  readonly endsAt: number | null;
}

/** Locks the visitor and network until the transaction ends. */
export async function findOpenUnpaid(tx: Tx, key: VisitorKey, now: number): Promise<OpenUnpaid> {
  await lockVisitor(tx, key);
  const limit = (key.partner?.quotas.openOrders ?? MAX_UNPAID_ORDERS) + MAX_UNPAID_ORDERS;
  const rows = await tx.many(
    OpenUnpaidRow,
    sql`
    select n.address, n.network, n.ends_at, own.*
    from (
      select count(*) filter (where o.ip = ${key.address ?? null})::int as address, count(*)::int as network,
        min(o.expires_at) filter (where o.expires_at > ${new Date(now)} and not (${IS_BEING_LOOKED_FOR})) as ends_at
      from orders o where ${IS_OPEN_UNPAID} and ${isOfNetwork(key)}
    ) n left join (
      select o.id, o.status, o.income_code, o.outcome_code, o.income_amount, o.outcome_amount, o.created_at, o.expires_at,
        ${isHeldByKey(key)} is true as has_key
      from orders o where ${IS_OPEN_UNPAID} and ${isOfVisitor(key)}
      order by ${isHeldByKey(key)} is true desc, o.created_at desc limit ${limit}
    ) own on true
    order by own.has_key desc, own.created_at desc`,
  );
  const ofVisitor = rows.flatMap(unpaidOf);
  const [first] = rows;
  const nearby = { address: first?.address ?? 0, network: first?.network ?? 0 };
  return { ofVisitor, nearby, endsAt: first?.ends_at?.getTime() ?? null };
}

const HolderRow = rowType({ id: col.text, has_key: col.nullable(col.bool), is_of_network: col.nullable(col.bool) });

/** Which of these orders are unpaid, and whether they are the visitor's or of the same network. */
export const findHolders = async (tx: Tx, ids: readonly string[], key: VisitorKey): Promise<RowOf<typeof HolderRow>[]> =>
  await tx.many(
    HolderRow,
    sql`select o.id, ${isHeldByKey(key)} as has_key, ${isOfNetwork(key)} as is_of_network from orders o
      where o.id = any(${ids}::text[]) and ${UNPAID}`,
  );

/** Whether the visitor has completed an order before. */
export const isKnownVisitor = async (db: Queryable, key: VisitorKey): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select o.id from orders o where o.status = 'completed' and ${isOfVisitor(key)} limit 1`)) !== undefined;

/**
 * Whether the network's limits do not apply: this account or e-mail has completed an order. A token alone is not enough, since it would
 * allow any number under other e-mails.
 */
export const hasExchanged = async (tx: Tx, { email, userId }: VisitorKey): Promise<boolean> =>
  (await tx.maybe(
    AnyRow,
    sql`select o.id from orders o where o.status = 'completed'
      and (lower(o.email) = ${email.toLowerCase()} or o.user_id = ${userId}) limit 1`,
  )) !== undefined;

const UnpaidHoldRow = rowType({
  free: col.text,
  held: col.text,
  own: col.text,
  by_key: col.text,
  network: col.text,
});

/** What unpaid orders hold of a reserve: in all, of this visitor, by proven key, and of the network. */
export async function readUnpaidHolds(
  db: Queryable,
  code: string,
  key: VisitorKey,
): Promise<UnpaidHolds & Pick<ReserveShareFacts, 'possible' | 'proven' | 'network'>> {
  const row = await db.one(
    UnpaidHoldRow,
    sql`
    select (r.posted - r.held - p.reserve_buffer)::text as free, coalesce(u.held, 0)::text as held, coalesce(u.own, 0)::text as own,
      coalesce(u.by_key, 0)::text as by_key, coalesce(u.network, 0)::text as network
    from payment_systems p join reserves r on r.wallet = p.outcome_wallet, lateral (
      select sum(o.hold_amount) as held, sum(o.hold_amount) filter (where ${isOfVisitor(key)}) as own,
        sum(o.hold_amount) filter (where ${isHeldByKey(key)}) as by_key,
        sum(o.hold_amount) filter (where ${isOfNetwork(key)}) as network
      from orders o where o.outcome_wallet = r.wallet and o.hold_id is not null and ${UNPAID}
    ) u
    where p.code = ${code}`,
  );
  const unpaidTotal = BigInt(row.held);
  return {
    total: BigInt(row.free) + unpaidTotal,
    unpaidTotal,
    possible: BigInt(row.own),
    proven: BigInt(row.by_key),
    network: BigInt(row.network),
  };
}

const NO_VISITOR: VisitorKey = { email: '', userId: null, orderIds: [] };

/** How long an order may be paid, in ms: the direction's window, or a short one while unpaid orders hold much of the reserve. */
export async function paymentWindowOf(deps: Pick<Deps, 'settings'>, db: Queryable, order: Order, ordinaryMs: number): Promise<number> {
  if (deps.settings.rateLimits === 'off') return ordinaryMs;
  return paymentWindowMs(await readUnpaidHolds(db, order.outcomeCode, NO_VISITOR), ordinaryMs);
}

/** Stores when the time to pay ends; later claims do not change it. */
export const savePaymentDeadline = async (tx: Tx, orderId: string, deadline: number): Promise<unknown> =>
  await tx.run(sql`update orders set payment_deadline = ${new Date(deadline)} where id = ${orderId}`);

const UnprovenClaim = rowType({
  id: col.text,
  has_cheque: col.bool,
});
type UnprovenClaim = RowOf<typeof UnprovenClaim>;

const BATCH = 100;

const findUnprovenClaims = async ({ db, orderFacts }: Pick<Deps, 'db' | 'orderFacts'>, now: number): Promise<UnprovenClaim[]> =>
  await db.many(
    UnprovenClaim,
    sql`
    select o.id, ${orderFacts.hasCheque(sql`o.id`)} as has_cheque from orders o
    where o.hold_id is not null and o.received_amount = 0 and ${IS_BEING_LOOKED_FOR}
      and o.payment_deadline <= ${new Date(now)}
    order by random() limit ${BATCH}`,
  );

async function releaseHold(deps: MoveDeps, tx: Tx, claim: UnprovenClaim): Promise<void> {
  const order = await lockOrder(tx, claim.id);
  if (!order?.hold || order.receivedAmount > 0n) return;
  const { status } = order;
  if (status !== 'payment_claimed' && status !== 'moderation') return;
  if (keepsHold({ status, hasCheque: claim.has_cheque }, await readUnpaidHolds(tx, order.outcomeCode, NO_VISITOR))) return;
  await applyTouch(deps, tx, { order, touch: { touch: 'lose_hold', by: 'system', why: 'unproven_claim' }, by: NO_ACTOR });
}

/**
 * Releases holds of claims without evidence (a seen payment or a cheque) after the time to pay (domain 5). The order stays open: money that
 * arrives later is reserved again.
 */
export async function releaseUnprovenClaims(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const claims = await findUnprovenClaims(deps, deps.clock.now());
  await forEachIsolated(deps.log, claims, async (claim) => await deps.db.tx(async (tx) => await releaseHold(deps, tx, claim)));
}
