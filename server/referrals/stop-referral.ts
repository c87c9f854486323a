import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recount } from './count-referral.ts';
import { refuse } from './counting-store.ts';

/** What a pair is refused with when a person has looked at it. */
export const BY_OPERATOR = 'operator';

/** An operator's word: nothing is paid for this referral from now on, and he counts no more. Again, it changes nothing. */
export async function stopReferral(deps: Pick<Deps, 'clock'>, tx: Tx, referralId: string): Promise<void> {
  await refuse(tx, { referralId, reason: BY_OPERATOR });
  await recount(deps, tx, referralId);
}
