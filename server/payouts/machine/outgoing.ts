import type { Order } from '#core/order/order.ts';
import { refundOf } from '#core/order/refund-fee.ts';
import { orderSubject, type PayoutPurpose } from '#core/payout/payout.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-sides.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import type { PayoutDestination, PendingPayout } from '#server/payouts/subject.ts';
import { hasLimits, isAboveLimits } from '#core/customer/customer.ts';
import { type ApprovalReason, worthUsd } from '#core/payout/payout-limits.ts';
import { readLimits } from '#server/customers/customers.ts';
import { readCustomerTurnover } from '#server/orders/customer-orders.ts';
import { findBlacklistEntries } from '#server/orders/find-blacklist-entries.ts';

const CustomerRow = rowType({ customer: col.nullable(col.text) });

type ReviewDeps = Pick<Deps, 'secrets' | 'clock' | 'catalogue' | 'quotes'>;
type ReviewedOrder = Pick<Order, 'id' | 'email' | 'incomeCode' | 'incomeAmount'>;

async function exceedsCustomerLimits(deps: ReviewDeps, db: Queryable, order: ReviewedOrder, customerId: string | null): Promise<boolean> {
  const limits = customerId === null ? undefined : await readLimits(db, customerId);
  if (customerId === null || limits === undefined || !hasLimits(limits)) return false;
  const scale = deps.catalogue.paymentSystem(order.incomeCode)?.scale ?? 0;
  const worth = worthUsd(order.incomeAmount, scale, deps.quotes.usdOf(order.incomeCode));
  return isAboveLimits(limits, worth, await readCustomerTurnover(deps, db, customerId));
}

/**
 * Why an operator must review this payout regardless of its amount: a blacklisted customer, paying account or destination (`listed`), or
 * the customer's own limits (`own_limits`). The order is never refused for it.
 */
async function reviewReasons(deps: ReviewDeps, db: Queryable, order: ReviewedOrder): Promise<readonly ApprovalReason[]> {
  const { customer } = await db.one(
    CustomerRow,
    sql`select c.customer_id as customer from orders o left join customer_orders c on c.order_id = o.id where o.id = ${order.id}`,
  );
  const reasons: ApprovalReason[] = [];
  if ((await findBlacklistEntries(deps, db, order)).length > 0) reasons.push('listed');
  if (await exceedsCustomerLimits(deps, db, order, customer)) reasons.push('own_limits');
  return reasons;
}

const DestinationRow = rowType({ masked: col.textRecord, digest: col.text, since: col.timestamp });

/** Destination of an order's payout or refund: masked, and a digest of the sealed value that changes with it. */
async function findDestination(db: Queryable, orderId: string, side: 'income' | 'outcome'): Promise<PayoutDestination> {
  const row = await db.one(
    DestinationRow,
    side === 'outcome'
      ? sql`select outcome_requisites_masked as masked, encode(sha256(outcome_requisites_sealed), 'hex') as digest,
        status_changed_at as since
          from orders where id = ${orderId}`
      : sql`select income_requisites_masked as masked, encode(sha256(income_requisites_sealed), 'hex') as digest, status_changed_at as since
          from orders where id = ${orderId}`,
  );
  return { masked: row.masked, digest: row.digest, since: row.since.getTime() };
}

/** The outgoing payment of an order: its payout, its refund, or a surplus of the given amount. */
export function outgoingOf(
  deps: Pick<Deps, 'catalogue' | 'quotes' | 'secrets' | 'clock'>,
  db: Queryable,
  order: Order,
  payment: { readonly purpose: PayoutPurpose; readonly surplus?: bigint },
): PendingPayout {
  const { purpose, surplus } = payment;
  const side = purpose === 'payout' ? 'outcome' : 'income';
  const { code, rail } = orderSides(deps.catalogue, order)[side];
  const wallet = purpose === 'payout' ? order.outcomeWallet : order.incomeWallet;
  const amount = purpose === 'payout' ? order.outcomeAmount : (surplus ?? refundOf(order));
  return {
    subject: orderSubject(order.id),
    purpose,
    code,
    rail,
    wallet,
    amount,
    destination: async () => await findDestination(db, order.id, side),
    extraReasons: async () => await reviewReasons(deps, db, order),
  };
}
