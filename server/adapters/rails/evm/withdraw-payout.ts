import type { EndOutcome } from '#server/adapters/rails/port.ts';
import { findExclusion } from './judge-payout.ts';
import type { PayoutDeps } from './pay-out.ts';
import { endExcluded, findPayout, UNSIGNED } from './payout-store.ts';

/** True if a payout will never be made. A signed one may be mined while its nonce is free: only the chain can exclude it. */
export const withdrawPayout = (
  deps: Pick<PayoutDeps, 'db' | 'node' | 'secondNode' | 'readChain' | 'clock' | 'railName'>,
  reference: string,
  outcome: EndOutcome,
): Promise<boolean> =>
  UNSIGNED.end({ ...deps, now: deps.clock.now() }, { reference, outcome }, async () => {
    const row = await findPayout(deps.db, reference);
    if (row?.state !== 'recorded') return false;
    const exclusion = await findExclusion(deps, row);
    return exclusion !== undefined && (await endExcluded(deps.db, row, { outcome, exclusion }));
  });
