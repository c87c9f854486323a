import type { Reaction } from '#server/orders/move/reaction.ts';
import { bindOrder } from './bind-referral.ts';
import { countCompleted } from './count-referral.ts';

/** By whom an order was brought is written down with it, before anybody asks what he is owed for it; and who counts, when it ends. */
export const REFERRALS: Reaction = {
  name: 'referrals',
  // An order is worth more than who brought it; what was not counted, a job counts (`jobs.ts`)
  mayFail: true,
  onMoved: async (deps, tx, { before, after, origin }) => {
    if (before === null) await bindOrder(deps, tx, after, origin);
    else if (after.status === 'completed') await countCompleted(deps, tx, after);
  },
};
