import type { EndOutcome } from '#server/adapters/rails/port.ts';
import type { PayoutDeps } from './pay-out.ts';
import { findPayout, UNSIGNED } from './payout-store.ts';
import { scanChain } from './scan-chain.ts';
import { endExcluded } from './settle-payout.ts';

/** True if a payout will never be made. A signed one may be mined while its coins are unspent: only the chain can exclude it. */
export const withdrawPayout = (deps: PayoutDeps, reference: string, outcome: EndOutcome): Promise<boolean> =>
  UNSIGNED.end({ ...deps, now: deps.clock.now() }, { reference, outcome }, async () => {
    const row = await findPayout(deps.db, reference);
    if (row?.state !== 'recorded') return false;
    await scanChain(deps);
    return await endExcluded(deps.db, row, outcome);
  });
