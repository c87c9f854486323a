import { LINK_STRENGTHS, type LinkedBy, type LinkStrength, strengthOf } from '#core/customer/customer.ts';
import { listVerdictsOf, type StoredVerdict } from '#server/customers/pairs.ts';
import { rangeOf } from '#server/orders/terms/order-terms.ts';
import { findSharing, findTermsOf } from '#server/orders/terms/term-index.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findOtherOwners, findSharers, type CustomerOrderRow } from './store.ts';

/** How many of the customer's newest orders are compared, and how many matching orders are read. */
const MAX_OWN_ORDERS = 10;
const MAX_SHARING = 200;
const MAX_LISTED = 20;

export interface LinkedCustomer {
  readonly id: string;
  readonly email: string;
  readonly by: readonly LinkedBy[];
  readonly strength: LinkStrength;
  readonly orders: number;
  /** An operator's verdict on the two customers; null: none. */
  readonly verdict: StoredVerdict | null;
}

/** Orders, of any customer, that share a full requisite with these orders. */
async function findOrdersSharing(db: Queryable, orders: readonly CustomerOrderRow[]): Promise<string[]> {
  const terms: bigint[] = [];
  for (const { id } of orders.slice(0, MAX_OWN_ORDERS)) terms.push(...(await findTermsOf(db, id, [rangeOf('requisite')])));
  return (await findSharing(db, [...new Set(terms)], MAX_SHARING)).map(({ order_id: id }) => id);
}

/** Other customers who share something with this one, the strongest links first. */
export async function findLinkedCustomers(
  db: Queryable,
  customerId: string,
  newestOrders: readonly CustomerOrderRow[],
): Promise<LinkedCustomer[]> {
  const sharers = await findSharers(db, customerId, MAX_SHARING);
  const sharingRequisites = await findOtherOwners(db, customerId, await findOrdersSharing(db, newestOrders));
  const linked = new Map<string, { email: string; by: Set<LinkedBy>; orders: number }>();
  const verdicts = new Map((await listVerdictsOf(db, customerId)).map(({ id, ...verdict }) => [id, verdict]));
  for (const [id, { mailbox }] of verdicts) linked.set(id, { email: mailbox, by: new Set(), orders: 0 });
  const all = [...sharingRequisites.map((customer) => ({ ...customer, by: 'requisites' as const })), ...sharers];
  for (const { id, mailbox, by, orders } of all) {
    const entry = linked.get(id) ?? { email: mailbox, by: new Set<LinkedBy>(), orders: 0 };
    entry.by.add(by);
    linked.set(id, { ...entry, orders: Math.max(entry.orders, orders) });
  }
  return [...linked]
    .map(([id, { email, by, orders }]): LinkedCustomer => {
      const verdict = verdicts.get(id) ?? null;
      return { id, email, by: [...by], strength: strengthOf([...by], verdict?.verdict ?? null), orders, verdict };
    })
    .toSorted((a, b) => LINK_STRENGTHS.indexOf(a.strength) - LINK_STRENGTHS.indexOf(b.strength) || b.orders - a.orders)
    .slice(0, MAX_LISTED);
}
