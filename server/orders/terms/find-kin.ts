import type { SameBy } from '#core/customer.ts';
import { SAME_CUSTOMER } from '#core/search/order-terms.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { rangeOf } from './number-terms.ts';
import { findSharing, findTermsOf } from './term-index.ts';

const SAME_BY_KIND: Readonly<Record<(typeof SAME_CUSTOMER)[number], SameBy>> = { customer: 'email', user: 'user', requisite: 'requisites' };

const isWithin = (term: bigint, [from, to]: readonly [bigint, bigint]): boolean => term >= from && term < to;

/** Other orders that share mailbox, account or a whole requisite with this one, newest first, and by what. */
export async function findKin(db: Queryable, orderId: string, most: number): Promise<Map<string, Set<SameBy>>> {
  const terms = await findTermsOf(db, orderId, SAME_CUSTOMER.map(rangeOf));
  const kin = new Map<string, Set<SameBy>>();
  for (const { order_id: id, shared } of await findSharing(db, terms, most + 1)) {
    if (id === orderId) continue;
    const kinds = SAME_CUSTOMER.filter((kind) => shared.some((term) => isWithin(BigInt(term), rangeOf(kind))));
    kin.set(id, new Set([...(kin.get(id) ?? []), ...kinds.map((kind) => SAME_BY_KIND[kind])]));
  }
  return kin;
}
