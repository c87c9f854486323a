import type { Subject } from '#core/payout.ts';
import type { PayoutDeps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { payoutPause } from '#server/switches/payout-pause.ts';
import { insertPayout, type Payout } from '#server/payouts/store.ts';

/** Claims the next attempt to pay a subject out, by the rail that its payment system stands on now; undefined while another may still be executed, or payouts are paused. */
export async function beginAttempt(
  deps: PayoutDeps,
  tx: Tx,
  what: { readonly subject: Subject; readonly code: string; readonly wallet: string; readonly amount: bigint },
): Promise<Payout | undefined> {
  const system = deps.catalogue.paymentSystem(what.code);
  if (!system) throw new Error(`the catalogue lost ${what.code}`);
  const now = deps.clock.now();
  if ((await payoutPause(tx, { ...system, now })) !== null) return undefined;
  return await insertPayout(tx, { ...what, id: deps.random.uuid(), purpose: 'payout', rail: system.rail, now });
}
