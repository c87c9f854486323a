import { RpcRefusal, RpcUnavailable } from '#server/adapters/rails/node-errors.ts';
import type { EndOutcome } from '#server/adapters/rails/port.ts';
import type { PayoutDeps } from './pay-out.ts';
import { changeWithdrawal, excludeReference, findPayout, withdrawUnsigned } from './payout-store.ts';
import { scanChain } from './scan-chain.ts';
import { endExcluded } from './settle-payout.ts';

/**
 * True if a payout will never be made. An unsigned one is cancelled here. A signed one may be mined while its coins are unspent: only the
 * chain can exclude it.
 */
export async function withdrawPayout(deps: PayoutDeps, reference: string, outcome: EndOutcome): Promise<boolean> {
  await excludeReference(deps.db, { reference, rail: deps.railName, outcome, now: deps.clock.now() });
  if (await withdrawUnsigned(deps.db, reference, outcome)) return true;
  const row = await findPayout(deps.db, reference);
  if (row === undefined) return false;
  if (row.state === 'failed') {
    await changeWithdrawal(deps.db, reference, outcome);
    return true;
  }
  if (row.state !== 'recorded') return false;
  try {
    await scanChain(deps);
    return await endExcluded(deps.db, row, outcome);
  } catch (error) {
    if (!(error instanceof RpcUnavailable || error instanceof RpcRefusal)) throw error;
    return false;
  }
}
