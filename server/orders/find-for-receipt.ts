import type { Order } from '#core/order/order.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findOwnOrder } from './access.ts';
import { type CallAbout, callerOf } from './caller-of.ts';
import { openDestination } from './destination.ts';
import { findOrder } from './store.ts';

/** The caller's own order with its unmasked destination, for the receipt; undefined when the order is not the caller's. */
export async function findOrderForReceipt(
  deps: Pick<Deps, 'db' | 'secrets'>,
  call: CallAbout & { readonly params: { readonly id: string } },
): Promise<{ order: Order; destination: RequisiteValues } | undefined> {
  const order = await findOwnOrder(deps, deps.db, call.params.id, callerOf(call));
  if (!order) return undefined;
  return { order, destination: await openDestination(deps, deps.db, { id: order.id, side: 'outcome' }) };
}

/** A completed order, for the public check of a receipt. */
export async function findCompletedOrder(db: Queryable, id: string): Promise<Order | undefined> {
  const order = await findOrder(db, id);
  return order?.status === 'completed' ? order : undefined;
}
