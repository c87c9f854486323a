import type { Instant } from '#core/time.ts';
import { verdictBetween } from '#server/customers/pairs.ts';
import { rangeOf } from '#server/orders/terms/order-terms.ts';
import { AnyRow, col, type Queryable, type RowOf, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { findReferrerOf } from './store.ts';

const [FIRST_REQUISITE_TERM, END_OF_REQUISITE_TERMS] = rangeOf('requisite').map(String);

/** SQL: customer ids of referral `r`'s referrer and referred customer. */
export const REFERRER_CUSTOMER = sql`(select k.customer_id from customer_users k where k.user_id = r.referrer_id)`;
export const REFERRAL_CUSTOMER = sql`coalesce(r.customer_id, (select k.customer_id from customer_users k where k.user_id = r.user_id))`;

/** SQL: orders of the referrer, including guest orders with the same mailbox. */
const REFERRER_ORDERS = sql`(
  select o.id as order_id from orders o where o.user_id = r.referrer_id
  union select k.order_id from customer_orders k where k.customer_id = ${REFERRER_CUSTOMER})`;
/** SQL: orders of the referred customer, including those without earnings; the referrer's own are excluded. */
const REFERRAL_ORDERS = sql`(
  select g.order_id from (
    select x.order_id from referral_orders x where x.referral_id = r.id
    union select k.order_id from customer_orders k where k.customer_id = ${REFERRAL_CUSTOMER}) g
  join orders o on o.id = g.order_id left join customer_orders k on k.order_id = g.order_id
  where o.user_id is distinct from r.referrer_id and not coalesce(k.customer_id = ${REFERRER_CUSTOMER}, false))`;

/**
 * SQL: strong links (`core/customer/customer.ts`) between both sides of referral `r`, in either order of use. Each side is the whole
 * customer: accounts and guest orders.
 */
export const SHARED_CARD = sql`exists (
  select from card_verifications v join card_verifications w on w.card_fingerprint = v.card_fingerprint and w.id <> v.id
  where (v.user_id = r.user_id or v.user_id in (select k.user_id from customer_users k
  where k.customer_id = ${REFERRAL_CUSTOMER} and k.user_id <> r.referrer_id)
      or v.order_id in (select a.order_id from ${REFERRAL_ORDERS} a))
    and (w.user_id = r.referrer_id or w.order_id in (select b.order_id from ${REFERRER_ORDERS} b)))`;
export const SHARED_DEVICE = sql`exists (
  select from ${REFERRAL_ORDERS} a join customer_orders d on d.order_id = a.order_id join customer_orders e on e.device = d.device
  join ${REFERRER_ORDERS} b on b.order_id = e.order_id)`;
export const SHARED_REQUISITES = sql`exists (
  select from ${REFERRAL_ORDERS} a join order_search s on s.order_id = a.order_id
    cross join ${REFERRER_ORDERS} b join order_search t on t.order_id = b.order_id
  where exists (select from unnest(s.terms) as term
  where term >= ${FIRST_REQUISITE_TERM}::bigint and term < ${END_OF_REQUISITE_TERMS}::bigint and term = any(t.terms)))`;
/** SQL: whether both sides share a network address, which is a weak link. */
export const SHARED_NETWORK = sql`exists (
  select from ${REFERRAL_ORDERS} a join orders p on p.id = a.order_id join orders q on q.ip = p.ip
  join ${REFERRER_ORDERS} b on b.order_id = q.id)`;

/** SQL: whether both sides of referral `r` are linked; an operator's verdict overrides `facts`. */
export const isLinked = (facts: Sql): Sql => sql`(
  case ${verdictBetween(REFERRER_CUSTOMER, REFERRAL_CUSTOMER)} when 'same_person' then true when 'unrelated' then false else ${facts} end)`;

const LinkedRow = rowType({ is_linked: col.bool });

/** Whether the referrer has an active referral that shares a card, browser or requisites with them. */
export const hasLinkedReferral = async (db: Queryable, referrerId: string): Promise<boolean> =>
  (
    await db.one(
      LinkedRow,
      sql`
      select exists (select from referrals r where r.referrer_id = ${referrerId} and r.refused is null
        and ${isLinked(sql`(${SHARED_CARD} or ${SHARED_DEVICE} or ${SHARED_REQUISITES})`)}) as is_linked`,
    )
  ).is_linked;

/** The referrer of an order. */
export interface OrderReferrer {
  readonly userId: string;
  readonly referralId: string;
  /** When the customer was bound: terms of that time may apply. */
  readonly boundAt: Instant;
  /** Number of counted referrals: decides the tier (`core/referral/tiers.ts`). */
  readonly countedReferrals: number;
}

/**
 * The referrer who earns from an order; undefined if there is none, or the referrer is the customer (R16). The result may change until
 * the order is completed.
 */
export async function referrerOf(db: Queryable, order: { readonly id: string }): Promise<OrderReferrer | undefined> {
  const row = await findReferrerOf(db, order.id);
  if (row === undefined || row.refused !== null) return undefined;
  return { userId: row.user_id, referralId: row.referral_id, boundAt: row.bound_at.getTime(), countedReferrals: row.counted };
}

const CustomerReferrerRow = rowType({
  email: col.text,
  customer_id: col.nullable(col.text),
  bound_at: col.timestamp,
  is_stopped: col.bool,
});

/** A customer's referrer, for the office; undefined if there is none. */
export const findCustomerReferrer = async (
  db: Queryable,
  { customerId, userId }: { readonly customerId: string; readonly userId: string | null },
): Promise<RowOf<typeof CustomerReferrerRow> | undefined> =>
  await db.maybe(
    CustomerReferrerRow,
    sql`
    select u.email, (select k.customer_id from customer_users k where k.user_id = u.id) as customer_id, r.bound_at,
      r.refused is not null as is_stopped
    from referrals r join users u on u.id = r.referrer_id where r.user_id = ${userId} or r.customer_id = ${customerId} order by r.bound_at
    limit 1`,
  );

/**
 * Whether an order of the referrer's referrals was paid to this destination. This is a sign that they are one person (R16), unless an
 * operator marked them as unrelated.
 */
export const isReferralDestination = async (
  db: Queryable,
  { referrerId, fingerprint }: { readonly referrerId: string; readonly fingerprint: Buffer },
): Promise<boolean> =>
  (await db.maybe(
    AnyRow,
    sql`
    select 1 as found from referral_orders x join referrals r on r.id = x.referral_id join orders o on o.id = x.order_id
    where x.referrer_id = ${referrerId} and o.outcome_fingerprint = ${fingerprint} and ${isLinked(sql`true`)} limit 1`,
  )) !== undefined;
