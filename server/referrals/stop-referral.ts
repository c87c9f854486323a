import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { recount } from './count-referral.ts';
import { refuseReferral } from './counting-store.ts';

/** Refusal reason of a pair stopped by an operator. */
export const STOPPED_BY_OPERATOR = 'operator';

/** Stops a referral: it earns nothing and no longer counts. Idempotent. */
export async function stopReferral(deps: Pick<Deps, 'clock'>, tx: Tx, referralId: string): Promise<void> {
  await refuseReferral(tx, { referralId, reason: STOPPED_BY_OPERATOR });
  await recount(deps, tx, referralId);
}
