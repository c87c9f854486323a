import type { Reaction } from '#server/orders/move/reaction.ts';
import { countCompleted } from './count-referral.ts';
import { findReferralOrder } from './counting-store.ts';

/** Counts a referral when its order is completed. */
export const REFERRALS: Reaction = {
  name: 'referrals',
  phase: 'customer',
  // Failures are retried by the job (`jobs.ts`)
  mayFail: true,
  appliesTo: async (tx, { order }) => order.status === 'completed' && (await findReferralOrder(tx, order.id)) !== undefined,
  onMoved: async (deps, tx, { after }) => {
    if (after.status === 'completed') await countCompleted(deps, tx, after);
  },
};
