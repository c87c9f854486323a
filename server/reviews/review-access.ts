import type { Order } from '#core/order/order.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { type Caller, findOwnOrder } from '#server/orders/access.ts';
import { findOrder } from '#server/orders/queries.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const PURPOSE = 'order-review';

/** The link to write an order's review. It grants access to nothing else of the order. */
export const reviewLinkOf = (
  { secrets, settings }: Pick<Deps, 'secrets' | 'settings'>,
  { id, locale }: Pick<Order, 'id' | 'locale'>,
): string => `${settings.publicUrl}${locale === 'en' ? '/en' : ''}/order/${id}/review?key=${secrets.sign(PURPOSE, id)}`;

export interface Author extends Caller {
  /** The key of the mail's link. */
  readonly key: string | undefined;
}

/** The completed order that the caller may review, by access to the order or by the key of the invitation. */
export async function findReviewableOrder(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  id: string,
  { key, ...caller }: Author,
): Promise<Result<Order, 'not_found' | 'order_state_conflict'>> {
  const isInvited = key !== undefined && deps.secrets.verifyLongLived(PURPOSE, id, key);
  const order = isInvited ? await findOrder(db, id) : await findOwnOrder(deps, db, id, caller);
  if (order === undefined) return refuse({ code: 'not_found' });
  if (order.status !== 'completed') return refuse({ code: 'order_state_conflict', message: 'review_too_early' });
  return accept(order);
}
