import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { type CallAbout, callerOf } from '#server/orders/caller-of.ts';
import type { Followed } from './order-feed.ts';

/** An order, or what is none and stands among his own, as this caller may follow it; undefined for a foreign one as for none. A stream lives for hours: it keeps what it needs, not the whole of it. */
export async function findFollowed(
  deps: Deps,
  call: CallAbout,
  { id, locale }: { readonly id: string; readonly locale: Locale },
): Promise<Followed | undefined> {
  const order = await findOwnOrder(deps, deps.db, id, callerOf(call));
  if (order !== undefined) return { id, version: order.version };
  if (call.visitor.kind !== 'user') return undefined;
  const { userId } = call.visitor;
  const beside = await deps.besideOrders.find(deps, deps.db, { id, userId, locale });
  return beside && { id, version: beside.version, ownerId: userId };
}
