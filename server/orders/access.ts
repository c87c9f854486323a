import type { Order } from '#core/order/order.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { isOrderOfPartner } from './partner-orders.ts';
import { findOrder } from './store.ts';

export interface Caller {
  readonly visitor: Visitor;
  /** The access token of one order, sent by a guest. */
  readonly orderToken: string | undefined;
  /** Orders whose tokens the guest's browser stores in its cookie. */
  readonly heldOrders?: readonly string[] | undefined;
}

const PURPOSE = 'order-access';

/** A guest's token of one order: 128 bits derived from our secret. Every mail can carry the link and nothing is stored. */
export const orderTokenOf = (deps: Pick<Deps, 'secrets'>, orderId: string): string => deps.secrets.sign(PURPOSE, orderId);

/** The secret link of an order, as mails carry it. */
export const orderLinkOf = (deps: Pick<Deps, 'secrets' | 'settings'>, order: Pick<Order, 'id' | 'locale'>): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/order/${order.id}?token=${orderTokenOf(deps, order.id)}`;

/** Our page that an external payment page returns to. The result itself is on the order's page. */
export const returnUrlOf = (deps: Pick<Deps, 'settings'>, order: Pick<Order, 'id' | 'locale'>, outcome: 'success' | 'failure'): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/orders/${order.id}/${outcome}`;

/** Whether the caller owns the order or holds its token. */
function isByKey(deps: Pick<Deps, 'secrets'>, caller: Caller, order: Pick<Order, 'id' | 'userId'>): boolean {
  if (caller.orderToken !== undefined && deps.secrets.verifyLongLived(PURPOSE, order.id, caller.orderToken)) return true;
  if (caller.heldOrders?.includes(order.id) === true) return true;
  return caller.visitor.kind === 'user' && order.userId !== null && order.userId === caller.visitor.userId;
}

/**
 * Whether the caller may see this order: the owner, a token holder, or the partner whose key made it. All others get the same
 * "not found".
 */
export const mayAccess = async (
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  caller: Caller,
  order: Pick<Order, 'id' | 'userId'>,
): Promise<boolean> => isByKey(deps, caller, order) || (await isOrderOfPartner(db, caller.visitor, order.id));

/** The caller's own order; undefined both for an order of someone else and for an unknown one. */
export async function findOwnOrder(deps: Pick<Deps, 'secrets'>, db: Queryable, id: string, caller: Caller): Promise<Order | undefined> {
  const order = await findOrder(db, id);
  return order && (await mayAccess(deps, db, caller, order)) ? order : undefined;
}
