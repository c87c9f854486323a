import type { Order } from '#core/order/order.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import type { Reaction } from '#server/orders/move/reaction.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { newTerms } from './make-terms.ts';
import { numbersOf } from './number-terms.ts';
import { insertTerms } from './term-index.ts';

async function addTerms(deps: MoveDeps, tx: Tx, before: Order | null, after: Order): Promise<void> {
  // The terms of a new order are written with its row
  const terms = before === null ? [] : newTerms(deps, before, after);
  if (terms.length > 0) await insertTerms(tx, after, numbersOf(deps, terms));
}

/** Indexes what becomes known of an order later: received amounts, a new agreement, the claim. */
export const ADD_TERMS: Reaction = {
  name: 'add_terms',
  phase: 'search',
  mayFail: true,
  onMoved: async (deps, tx, { before, after }) => await addTerms(deps, tx, before, after),
  onTouched: async (deps, tx, { before, after }) => await addTerms(deps, tx, before, after),
};
