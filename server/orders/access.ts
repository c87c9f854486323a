import type { Endpoint } from '#contract/endpoint.ts';
import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { findLease } from '#server/leases/lease.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { oncePerPage } from '#server/platform/http/page-reads.ts';
import type { Call, Visitor } from '#server/platform/http/route.ts';
import { isOrderOfPartner } from './partner-orders.ts';
import { findOrder, lockOrder } from './queries.ts';

/** How a guest proves access to an order: the token in this header, or the cookie with the ids of the browser's orders (contract 3). */
export const ORDER_KEYS = { header: 'order-token', itemsCookie: 'orders' } as const;

/** The sender of a request about an order, with the keys to orders that the request carries. */
export interface Caller {
  readonly visitor: Visitor;
  /** The access token of one order, sent by a guest. */
  readonly orderToken: string | undefined;
  /** Orders whose tokens the guest's browser stores in its cookie. */
  readonly heldOrders?: readonly string[] | undefined;
}

const PURPOSE = 'order-access';

/** A guest's token of one order: 128 bits derived from our secret, so it is not stored and every e-mail can carry the link. */
export const orderTokenOf = (deps: Pick<Deps, 'secrets'>, orderId: string): string => deps.secrets.sign(PURPOSE, orderId);

/** The secret link of an order, as e-mails carry it. */
export const orderLinkOf = (deps: Pick<Deps, 'secrets' | 'settings'>, order: Pick<Order, 'id' | 'locale'>): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/order/${order.id}?token=${orderTokenOf(deps, order.id)}`;

/** Our page that an external payment page returns to. The order's page shows the result. */
export const returnUrlOf = (deps: Pick<Deps, 'settings'>, order: Pick<Order, 'id' | 'locale'>, outcome: 'success' | 'failure'): string =>
  `${deps.settings.publicUrl}${order.locale === 'en' ? '/en' : ''}/orders/${order.id}/${outcome}`;

/** Whether the caller owns the order or holds its token. */
function holdsKey(deps: Pick<Deps, 'secrets'>, caller: Caller, order: Pick<Order, 'id' | 'userId'>): boolean {
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
): Promise<boolean> => holdsKey(deps, caller, order) || (await isOrderOfPartner(db, caller.visitor, order.id));

/** The order, if the caller may see it; undefined for an order of someone else and for an unknown id. */
export async function findOwnOrder(deps: Pick<Deps, 'secrets'>, db: Queryable, id: string, caller: Caller): Promise<Order | undefined> {
  const order = await ('isTransaction' in db ? findOrder(db, id) : oncePerPage(`order ${id}`, () => findOrder(db, id)));
  return order && (await mayAccess(deps, db, caller, order)) ? order : undefined;
}

/** The parts of an endpoint's call that can carry keys to orders. */
export type CallWithOrderKeys = Pick<Call<Endpoint>, 'visitor' | 'guestToken' | 'guestItemIds'>;

/**
 * The caller of an order endpoint: the session, the token in the header, or the orders in the browser's cookie (streams and
 * downloads cannot send headers).
 */
export const callerOf = ({ visitor, guestToken, guestItemIds }: CallWithOrderKeys): Caller => ({
  visitor,
  orderToken: guestToken,
  heldOrders: guestItemIds,
});

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

/** As `lockLeasedOrder`; also refuses when the operator has not seen the newest version. */
export async function lockLeasedVersion(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  leased: LeasedOrder,
): Promise<Result<Order, 'not_found' | 'lease_held' | 'order_state_conflict'>> {
  const order = await lockLeasedOrder(deps, tx, leased);
  if (!order.ok) return order;
  return order.value.version === leased.version ? order : refuse({ code: 'order_state_conflict' });
}
