import type { PayoutDeps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaving } from '#server/limits/leaving.ts';
import { stopOf } from '#server/limits/payout-gate.ts';
import { insertPayout, type Payout } from '#server/payouts/store.ts';

/** Claims the next attempt to pay a subject out, by the rail that its payment system stands on now; undefined while another may still be executed, or where something keeps it from leaving (`stopOf`). */
export async function beginAttempt(deps: PayoutDeps, tx: Tx, leaving: Leaving): Promise<Payout | undefined> {
  if ((await stopOf(deps, tx, leaving)) !== null) return undefined;
  return await insertPayout(tx, { ...leaving, id: deps.random.uuid(), now: deps.clock.now() });
}
