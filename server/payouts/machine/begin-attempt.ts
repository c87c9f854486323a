import type { PayoutDeps } from '#server/payouts/subject.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { PendingPayout } from '#server/payouts/gate/pending-payout.ts';
import { findBlock } from '#server/payouts/gate/payout-gate.ts';
import { insertPayout, type Payout } from '#server/payouts/store.ts';

/**
 * Claims the next attempt on the payment system's current rail. Undefined: another attempt may still be executed, or the payout is
 * stopped (`stopOf`).
 */
export async function beginAttempt(deps: PayoutDeps, tx: Tx, outgoing: PendingPayout): Promise<Payout | undefined> {
  if ((await findBlock(deps, tx, outgoing)) !== null) return undefined;
  return await insertPayout(tx, { ...outgoing, id: deps.random.uuid(), now: deps.clock.now() });
}
