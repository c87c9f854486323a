import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { lockOrder, lockOrderByReference } from './store.ts';

/** The order that a rail's reference names, locked until the transaction ends: for what rails report. */
export const lockByReference = async (tx: Tx, rail: string, reference: string): Promise<Order | undefined> =>
  await lockOrderByReference(tx, rail, reference);

/** One order, locked until the transaction ends: for features that move orders. */
export const lockById = async (tx: Tx, id: string): Promise<Order | undefined> => await lockOrder(tx, id);
