import type { PayoutDeps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { type Leaving, stopOf } from '#server/limits/payout-gate.ts';
import { insertPayout, type Payout } from '#server/payouts/store.ts';

/** Claims the next attempt to pay a subject out, by the rail that its payment system stands on now; undefined while another may still be executed, or where something keeps it from leaving (`stopOf`). */
export async function beginAttempt(
  deps: PayoutDeps,
  tx: Tx,
  { mark, looked, ...what }: Omit<Leaving, 'rail' | 'purpose'>,
): Promise<Payout | undefined> {
  const system = deps.catalogue.paymentSystem(what.code);
  if (!system) throw new Error(`the catalogue lost ${what.code}`);
  const leaving = { ...what, purpose: 'payout', rail: system.rail } as const;
  if ((await stopOf(deps, tx, { ...leaving, mark, looked })) !== null) return undefined;
  return await insertPayout(tx, { ...leaving, id: deps.random.uuid(), now: deps.clock.now() });
}
