import { LINK_STRENGTHS, type LinkedBy, type LinkStrength, strengthOf } from '#core/customer-links.ts';
import { listSaidOf, type SaidOfPair } from '#server/customers/pairs.ts';
import { rangeOf } from '#server/orders/terms/number-terms.ts';
import { findSharing, findTermsOf } from '#server/orders/terms/term-index.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findOthers, findSharers, type OrderOfRow } from './store.ts';

/** So many of his newest orders tell by what he is known; so many that share something with them are looked at. */
const OWN_ORDERS = 10;
const SHARING = 200;
const SHOWN = 20;

export interface Linked {
  readonly id: string;
  readonly email: string;
  readonly by: readonly LinkedBy[];
  readonly strength: LinkStrength;
  readonly orders: number;
  /** What an operator has said of the two; null: nothing. */
  readonly said: SaidOfPair | null;
}

/** Orders of anybody that share a whole requisite with his newest ones. */
async function ordersSharing(db: Queryable, own: readonly OrderOfRow[]): Promise<string[]> {
  const terms: bigint[] = [];
  for (const { id } of own.slice(0, OWN_ORDERS)) terms.push(...(await findTermsOf(db, id, [rangeOf('requisite')])));
  return (await findSharing(db, [...new Set(terms)], SHARING)).map(({ order_id: id }) => id);
}

/** Other customers who share something with him, the strongest links first. */
export async function findLinked(db: Queryable, customerId: string, own: readonly OrderOfRow[]): Promise<Linked[]> {
  const sharers = await findSharers(db, customerId, SHARING);
  const others = await findOthers(db, customerId, await ordersSharing(db, own));
  const found = new Map<string, { email: string; by: Set<LinkedBy>; orders: number }>();
  const said = new Map((await listSaidOf(db, customerId)).map(({ id, ...one }) => [id, one]));
  for (const [id, { mailbox }] of said) found.set(id, { email: mailbox, by: new Set(), orders: 0 });
  const all = [...others.map((one) => ({ ...one, by: 'requisites' as const })), ...sharers];
  for (const { id, mailbox, by, orders } of all) {
    const known = found.get(id) ?? { email: mailbox, by: new Set<LinkedBy>(), orders: 0 };
    known.by.add(by);
    found.set(id, { ...known, orders: Math.max(known.orders, orders) });
  }
  return [...found]
    .map(([id, { email, by, orders }]): Linked => {
      const own = said.get(id) ?? null;
      return { id, email, by: [...by], strength: strengthOf([...by], own?.verdict ?? null), orders, said: own };
    })
    .toSorted((a, b) => LINK_STRENGTHS.indexOf(a.strength) - LINK_STRENGTHS.indexOf(b.strength) || b.orders - a.orders)
    .slice(0, SHOWN);
}
