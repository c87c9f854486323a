import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findLease } from '#server/leases/lease.ts';
import { lockOrder } from './store.ts';

export interface HeldOrder {
  readonly orderId: string;
  /** The version the operator saw: he never acts on what he has not seen. */
  readonly version: number;
  readonly operatorId: string;
}

/** The order under its lock, for an operator who holds its lease: nobody acts on what another is working on. */
export async function lockLeasedOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  { orderId, operatorId }: Omit<HeldOrder, 'version'>,
): Promise<Result<Order, 'not_found' | 'lease_held'>> {
  const order = await lockOrder(tx, orderId);
  if (!order) return refuse({ code: 'not_found' });
  const lease = await findLease(deps, tx, { subject: { kind: 'order', id: orderId }, operatorId });
  return lease?.is_mine === true ? accept(order) : refuse({ code: 'lease_held', meta: { holder: lease?.holder ?? '' } });
}

/** The same where he must have seen its newest version. */
export async function lockHeldOrder(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  held: HeldOrder,
): Promise<Result<Order, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const order = await lockLeasedOrder(deps, tx, held);
  if (!order.ok) return order;
  return order.value.version === held.version ? order : refuse({ code: 'order_state_conflict' });
}
