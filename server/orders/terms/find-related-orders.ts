import type { SameBy } from '#core/customer/customer.ts';
import { SAME_CUSTOMER } from '#core/search/order-terms.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { rangeOf } from './number-terms.ts';
import { findSharing, findTermsOf } from './term-index.ts';

const SAME_BY_KIND: Readonly<Record<(typeof SAME_CUSTOMER)[number], SameBy>> = { customer: 'email', user: 'user', requisite: 'requisites' };

const isWithin = (term: bigint, [from, to]: readonly [bigint, bigint]): boolean => term >= from && term < to;

/** Other orders with the same e-mail, account or complete requisite, newest first, and what they share. */
export async function findRelatedOrders(db: Queryable, orderId: string, limit: number): Promise<Map<string, Set<SameBy>>> {
  const terms = await findTermsOf(db, orderId, SAME_CUSTOMER.map(rangeOf));
  const related = new Map<string, Set<SameBy>>();
  for (const { order_id: id, shared } of await findSharing(db, terms, limit + 1)) {
    if (id === orderId) continue;
    const kinds = SAME_CUSTOMER.filter((kind) => shared.some((term) => isWithin(BigInt(term), rangeOf(kind))));
    related.set(id, new Set([...(related.get(id) ?? []), ...kinds.map((kind) => SAME_BY_KIND[kind])]));
  }
  return related;
}
