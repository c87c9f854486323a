import { PREPARE_REQUISITES_JOB } from './move/prepare-requisites.ts';
import type { Order } from '#core/order/order.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { MoveDeps } from './deps.ts';
import type { Reaction } from './move/reaction.ts';
import { newTerms, numbersOf } from './terms/order-terms.ts';
import { insertTerms } from './terms/term-index.ts';

const notify = async (deps: MoveDeps, tx: Tx, { id, version }: Order): Promise<void> =>
  await deps.live.notify(tx, 'order_changed', `${id}:${version}`);

/** Notifies open pages of customers and operators. A new order has no open pages yet. */
export const SHOW_LIVE: Reaction = {
  name: 'show_live',
  phase: 'publish',
  onMoved: async (deps, tx, { before, after }) => {
    if (before !== null) await notify(deps, tx, after);
  },
  onTouched: async (deps, tx, { after }) => await notify(deps, tx, after),
};

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

/** Queues the request for requisites in the outbox. */
export const ASK_FOR_REQUISITES: Reaction = {
  name: 'ask_for_requisites',
  phase: 'requests',
  onMoved: async (deps, tx, { after: { id, status } }) => {
    if (status === 'awaiting_requisites') await deps.queue.send(tx, PREPARE_REQUISITES_JOB, { order_id: id }, { key: id });
  },
};
