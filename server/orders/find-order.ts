import type { Order } from '#core/order/order.ts';
import type { RequisitesOffer } from '#server/adapters/rails/port.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findOrder, findRequisites, lockOrder, lockOrderByReference } from './store.ts';

/** The order that a rail's reference names, locked until the transaction ends: for what rails report. */
export const lockByReference = async (tx: Tx, rail: string, reference: string): Promise<Order | undefined> =>
  await lockOrderByReference(tx, rail, reference);

/** One order, locked until the transaction ends: for features that move orders. */
export const lockById = async (tx: Tx, id: string): Promise<Order | undefined> => await lockOrder(tx, id);

/** One order as it is, for features that only read it. */
export const findById = async (db: Queryable, id: string): Promise<Order | undefined> => await findOrder(db, id);

/** Where an order is paid to; undefined until its rail has said so. */
export const findOffer = async (db: Queryable, id: string): Promise<RequisitesOffer | undefined> => await findRequisites(db, id);
