import type { Locale } from '#core/locale.ts';
import type { Deps } from '#server/deps.ts';
import { findOwnOrder } from '#server/orders/access.ts';
import { type CallAbout, callerOf } from '#server/orders/caller-of.ts';
import type { FollowedOrder } from './order-feed.ts';

/**
 * The order or other list entry that a stream follows; undefined for one of someone else and for an unknown one. Returns only
 * what a stream of hours needs.
 */
export async function findFollowedOrder(
  deps: Deps,
  call: CallAbout,
  { id, locale }: { readonly id: string; readonly locale: Locale },
): Promise<FollowedOrder | undefined> {
  const order = await findOwnOrder(deps, deps.db, id, callerOf(call));
  if (order !== undefined) return { id, version: order.version };
  if (call.visitor.kind !== 'user') return undefined;
  const { userId } = call.visitor;
  const entry = await deps.otherListEntries.find(deps, deps.db, { id, userId, locale });
  return entry && { id, version: entry.version, ownerId: userId };
}
