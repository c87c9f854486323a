import * as z from 'zod/mini';
import { AnyRow } from '#server/platform/db/row.ts';
import sql, { type Sql } from 'sql-template-tag';
import type { Order } from '#core/order/order.ts';
import {
  type AskedPromise,
  keepsHold,
  MAX_UNPAID_ORDERS,
  paymentWindowUnder,
  UNPAID_STATUSES,
  type UnpaidHolds,
  type UnpaidNearby,
} from '#core/order/unpaid.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import { networkPrefixOf } from '#server/platform/http/peer.ts';
import { eachAlone } from '#server/platform/queue/each-alone.ts';
import { NOBODY as NO_ACTOR } from '#server/orders/move/apply-move.ts';
import { isOfPartner } from '#server/orders/partner-orders.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import { lockOrder } from '#server/orders/store.ts';

/** A visitor's own key, as far as there is one (domain 5, "Open orders"), and the address of the call: thousands of phones share one. */
export interface VisitorKey {
  readonly email: string;
  readonly userId: string | null;
  /** Orders that he holds the key of. */
  readonly orderIds: readonly string[];
  /** Network address (`peerOf`); absent: none is known. It is no key: it costs work and counts under pressure. */
  readonly address?: string;
  /** A partner's programs order for many e-mails: what came by his keys is his, whoever it is for. */
  readonly partner?: SignedPartner;
}

const UNPAID = sql`o.received_amount = 0 and o.status = any(${UNPAID_STATUSES}::text[])`;
/** Somebody looks for the money, at whatever time: nothing ends them by itself. */
const isLookedFor = sql`o.status in ('payment_claimed', 'moderation')`;
/**
 * Unpaid orders that hold a reserve or wait for a person: a claim without evidence goes on after it has lost its hold
 * (`releaseUnprovenClaims`), and whoever makes ten of them keeps people busy. The very words of the index `orders_open_unpaid`.
 */
export const isOpenUnpaid = sql`(${UNPAID} and (o.hold_id is not null or ${isLookedFor}))`;

/** What he has shown a key of: more than typing an address. */
const isHis = ({ userId, orderIds, partner }: VisitorKey): Sql =>
  partner !== undefined
    ? isOfPartner(partner, sql`o.id`)
    : sql`(o.user_id is not distinct from ${userId} and o.user_id is not null or o.id = any(${orderIds}::text[]))`;

const isOwn = (key: VisitorKey): Sql =>
  key.partner !== undefined ? isHis(key) : sql`(lower(o.email) = ${key.email.toLowerCase()} or ${isHis(key)})`;

/** Orders from addresses of the same network: what begins with its prefix, as a range of an index (`orders_open_unpaid`). */
function isOfNetwork({ address }: VisitorKey): Sql {
  if (address === undefined) return sql`false`;
  const prefix = networkPrefixOf(address);
  const after = prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1);
  return sql`(o.ip ~>=~ ${prefix} and o.ip ~<~ ${after})`;
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
  /** The visitor holds its key; others are only counted: who types an address learns nothing of its orders. */
  readonly isHis: boolean;
}

/** Makes orders of one visitor wait for each other, so that they are counted one by one. */
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
  // Always in one order, so that two orders never wait for each other
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(name, 17)) from unnest(${names.sort()}::text[]) as n (name)`);
}

const NearbyRow = { address: z.int(), network: z.int(), ends_at: z.nullable(z.date()) };
const OwnUnpaidRow = z.object({
  ...NearbyRow,
  id: z.string(),
  status: z.string(),
  income_code: z.string(),
  outcome_code: z.string(),
  income_amount: z.string(),
  outcome_amount: z.string(),
  created_at: z.date(),
  expires_at: z.nullable(z.date()),
  is_his: z.boolean(),
});
const OpenUnpaidRow = z.union([OwnUnpaidRow, z.object({ ...NearbyRow, id: z.null() })]);

const unpaidOf = (row: z.output<typeof OwnUnpaidRow>): UnpaidOrder => ({
  id: row.id,
  status: row.status,
  incomeCode: row.income_code,
  outcomeCode: row.outcome_code,
  incomeAmount: BigInt(row.income_amount),
  outcomeAmount: BigInt(row.outcome_amount),
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime() ?? null,
  isHis: row.is_his,
});

/** Open unpaid orders: the visitor's own, and how many came from where he calls. */
export interface OpenUnpaid {
  /** Those whose key came along first, the newest first. */
  readonly own: readonly UnpaidOrder[];
  readonly nearby: UnpaidNearby;
  /** When the first of those nearby ends, if nobody pays it or says that he has; null: none does by itself. */
  readonly endsAt: number | null;
}

/** After it, other orders of the same visitor or network wait for the end of the transaction. */
export async function findOpenUnpaid(tx: Tx, key: VisitorKey, now: number): Promise<OpenUnpaid> {
  await lockVisitor(tx, key);
  const most = (key.partner?.quotas.openOrders ?? MAX_UNPAID_ORDERS) + MAX_UNPAID_ORDERS;
  const rows = await tx.many(
    OpenUnpaidRow,
    sql`
    select n.address, n.network, n.ends_at, own.*
    from (
      select count(*) filter (where o.ip = ${key.address ?? null})::int as address, count(*)::int as network,
        min(o.expires_at) filter (where o.expires_at > ${new Date(now)} and not (${isLookedFor})) as ends_at
      from orders o where ${isOpenUnpaid} and ${isOfNetwork(key)}
    ) n left join (
      select o.id, o.status, o.income_code, o.outcome_code, o.income_amount, o.outcome_amount, o.created_at, o.expires_at,
        ${isHis(key)} is true as is_his
      from orders o where ${isOpenUnpaid} and ${isOwn(key)}
      order by ${isHis(key)} is true desc, o.created_at desc limit ${most}
    ) own on true
    order by own.is_his desc, own.created_at desc`,
  );
  const own = rows.flatMap((row) => (row.id === null ? [] : [unpaidOf(row)]));
  const [counted] = rows;
  const nearby = { address: counted?.address ?? 0, network: counted?.network ?? 0 };
  return { own, nearby, endsAt: counted?.ends_at?.getTime() ?? null };
}

const HeldByRow = z.object({ id: z.string(), is_his: z.nullable(z.boolean()), is_of_network: z.nullable(z.boolean()) });

/** Which of these orders are unpaid, the visitor's, of the same network. */
export const findHolders = async (tx: Tx, ids: readonly string[], key: VisitorKey): Promise<z.output<typeof HeldByRow>[]> =>
  await tx.many(
    HeldByRow,
    sql`select o.id, ${isHis(key)} as is_his, ${isOfNetwork(key)} as is_of_network from orders o where o.id = any(${ids}::text[]) and ${UNPAID}`,
  );

/** Whether he has completed an order before. */
export const isKnownVisitor = async (db: Queryable, key: VisitorKey): Promise<boolean> =>
  (await db.maybe(AnyRow, sql`select o.id from orders o where o.status = 'completed' and ${isOwn(key)} limit 1`)) !== undefined;

/**
 * Whether the caps of a network are not for him: he has completed an order on his account or under this e-mail. An order's key alone
 * is not enough: one completed order would open any number of them under other e-mails.
 */
export const hasExchanged = async (tx: Tx, { email, userId }: VisitorKey): Promise<boolean> =>
  (await tx.maybe(
    AnyRow,
    sql`select o.id from orders o where o.status = 'completed'
      and (lower(o.email) = ${email.toLowerCase()} or o.user_id = ${userId}) limit 1`,
  )) !== undefined;

const UnpaidHoldRow = z.object({
  free: z.string(),
  held: z.string(),
  own: z.string(),
  his: z.string(),
  network: z.string(),
});

/** What unpaid orders hold of a reserve, what of it may be this visitor's, and what he has shown a key of. */
export async function readUnpaidHolds(
  db: Queryable,
  code: string,
  key: VisitorKey,
): Promise<UnpaidHolds & Pick<AskedPromise, 'own' | 'his' | 'network'>> {
  const row = await db.one(
    UnpaidHoldRow,
    sql`
    select (r.posted - r.held - p.reserve_buffer)::text as free, coalesce(u.held, 0)::text as held, coalesce(u.own, 0)::text as own,
      coalesce(u.his, 0)::text as his, coalesce(u.network, 0)::text as network
    from payment_systems p join reserves r on r.wallet = p.outcome_wallet, lateral (
      select sum(o.hold_amount) as held, sum(o.hold_amount) filter (where ${isOwn(key)}) as own,
        sum(o.hold_amount) filter (where ${isHis(key)}) as his,
        sum(o.hold_amount) filter (where ${isOfNetwork(key)}) as network
      from orders o where o.outcome_wallet = r.wallet and o.hold_id is not null and ${UNPAID}
    ) u
    where p.code = ${code}`,
  );
  const [all, own, his, network] = [BigInt(row.held), BigInt(row.own), BigInt(row.his), BigInt(row.network)];
  return { whole: BigInt(row.free) + all, all, own, his, network };
}

const NOBODY: VisitorKey = { email: '', userId: null, orderIds: [] };

/** How long an order may be paid, in ms: the direction's window, or a short one while unpaid orders press its reserve. */
export async function paymentWindowOf(deps: Pick<Deps, 'settings'>, db: Queryable, order: Order, ordinaryMs: number): Promise<number> {
  if (deps.settings.rateLimits === 'off') return ordinaryMs;
  return paymentWindowUnder(await readUnpaidHolds(db, order.outcomeCode, NOBODY), ordinaryMs);
}

/** Notes when the time to pay an order is over, whatever is said of it afterwards. */
export const savePaymentDeadline = async (tx: Tx, orderId: string, deadline: number): Promise<unknown> =>
  await tx.run(sql`update orders set payment_deadline = ${new Date(deadline)} where id = ${orderId}`);

const UnprovenClaim = z.object({
  id: z.string(),
  has_cheque: z.boolean(),
});
type UnprovenClaim = z.output<typeof UnprovenClaim>;

const BATCH = 100;

const findUnprovenClaims = async (db: Queryable, now: number): Promise<UnprovenClaim[]> =>
  await db.many(
    UnprovenClaim,
    sql`
    select o.id, exists (select from cheques c where c.order_id = o.id) as has_cheque from orders o
    where o.hold_id is not null and o.received_amount = 0 and ${isLookedFor}
      and o.payment_deadline <= ${new Date(now)}
    order by random() limit ${BATCH}`,
  );

async function releaseHold(deps: MoveDeps, tx: Tx, claim: UnprovenClaim): Promise<void> {
  const order = await lockOrder(tx, claim.id);
  if (!order?.hold || order.receivedAmount > 0n) return;
  const { status } = order;
  if (status !== 'payment_claimed' && status !== 'moderation') return;
  if (keepsHold({ status, hasCheque: claim.has_cheque }, await readUnpaidHolds(tx, order.outcomeCode, NOBODY))) return;
  await applyTouch(deps, tx, { order, touch: { touch: 'lose_hold', by: 'system', why: 'unproven_claim' }, by: NO_ACTOR });
}

/**
 * Gives back what claims without evidence hold once their time to pay is over (domain 5): "I have paid" extends nothing, a
 * visible payment or a cheque does. The order itself goes on: money that comes is promised anew.
 */
export async function releaseUnprovenClaims(deps: MoveDeps & Pick<Deps, 'db'>): Promise<void> {
  const claims = await findUnprovenClaims(deps.db, deps.clock.now());
  await eachAlone(deps.log, claims, async (claim) => await deps.db.tx(async (tx) => await releaseHold(deps, tx, claim)));
}
