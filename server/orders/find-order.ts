import type { Order } from '#core/order/order.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findOrder, findRequisites, lockOrder, lockOrderByReference } from './store.ts';

/** The order that a rail's reference belongs to, locked until the transaction ends. */
export const lockByReference = async (tx: Tx, rail: string, reference: string): Promise<Order | undefined> =>
  await lockOrderByReference(tx, rail, reference);

/** One order, locked until the transaction ends. */
export const lockById = async (tx: Tx, id: string): Promise<Order | undefined> => await lockOrder(tx, id);

/** One order, not locked. */
export const findById = async (db: Queryable, id: string): Promise<Order | undefined> => await findOrder(db, id);

/** The pay-to requisites of an order; undefined until its rail has offered them. */
export const findOffer = async (db: Queryable, id: string): Promise<RequisitesOffer | undefined> => await findRequisites(db, id);
