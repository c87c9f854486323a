import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findLease } from '#server/leases/lease.ts';
import { lockOrder } from './store.ts';

export interface LeasedOrder {
  readonly orderId: string;
  /** The version the operator saw: an operator acts only on the newest version. */
  readonly version: number;
  readonly operatorId: string;
}

/** Locks the order for an operator who holds its lease. Refuses while another operator works on the order. */
export async function lockLeasedOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { orderId, operatorId }: Omit<LeasedOrder, 'version'>,
): Promise<Result<Order, 'not_found' | 'lease_held'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse({ code: 'not_found' });
  const lease = await findLease(deps, tx, { subject: { kind: 'order', id: orderId }, operatorId });
  return lease?.is_mine === true ? accept(order) : refuse({ code: 'lease_held', meta: { holder: lease?.holder ?? '' } });
}

/** The same, where the operator must also have seen the newest version. */
export async function lockLeasedVersion(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  leased: LeasedOrder,
): Promise<Result<Order, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const order = await lockLeasedOrder(deps, tx, leased);
  if (!order.ok) return order;
  return order.value.version === leased.version ? order : refuse({ code: 'order_state_conflict' });
}
