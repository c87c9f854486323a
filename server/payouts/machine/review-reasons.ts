import * as col from '#server/platform/db/columns.ts';
import { rowType } from '#server/platform/db/row.ts';
import sql from 'sql-template-tag';
import { hasLimits, isAboveLimits } from '#core/customer/customer-limits.ts';
import { type ApprovalReason, worthUsd } from '#core/payout/payout-limits.ts';
import type { Order } from '#core/order/order.ts';
import { readLimits, readUse } from '#server/customers/limits.ts';
import type { Deps } from '#server/deps.ts';
import { findBlacklistEntries } from '#server/orders/find-blacklist-entries.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const CustomerRow = rowType({ customer: col.nullable(col.text) });

type ReviewDeps = Pick<Deps, 'secrets' | 'clock' | 'catalogue' | 'quotes'>;
type ReviewedOrder = Pick<Order, 'id' | 'email' | 'incomeCode' | 'incomeAmount'>;

async function exceedsCustomerLimits(deps: ReviewDeps, db: Queryable, order: ReviewedOrder, customerId: string | null): Promise<boolean> {
  const limits = customerId === null ? undefined : await readLimits(db, customerId);
  if (customerId === null || limits === undefined || !hasLimits(limits)) return false;
  const scale = deps.catalogue.paymentSystem(order.incomeCode)?.scale ?? 0;
  const worth = worthUsd(order.incomeAmount, scale, deps.quotes.usdOf(order.incomeCode));
  return isAboveLimits(limits, worth, await readUse(deps, db, customerId));
}

/**
 * Why an operator must review this order's payout regardless of its amount: the customer, the paying account or the destination is
 * blacklisted (`listed`), or the customer's own limits are exceeded (`own_limits`). The order is never refused for it.
 */
export async function reviewReasons(deps: ReviewDeps, db: Queryable, order: ReviewedOrder): Promise<readonly ApprovalReason[]> {
  const { customer } = await db.one(
    CustomerRow,
    sql`select c.customer_id as customer from orders o left join customer_orders c on c.order_id = o.id where o.id = ${order.id}`,
  );
  const reasons: ApprovalReason[] = [];
  if ((await findBlacklistEntries(deps, db, order)).length > 0) reasons.push('listed');
  if (await exceedsCustomerLimits(deps, db, order, customer)) reasons.push('own_limits');
  return reasons;
}
