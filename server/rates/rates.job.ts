import type { Deps } from '#server/deps.ts';
import { FEE_INTERVAL_MS, type Conditions } from './conditions.ts';

/** Loops of the jobs role: what moves prices beside the market is asked for. */
export function rateJobs(deps: Pick<Deps, 'queue'>, conditions: Conditions): void {
  deps.queue.every('rates.network-fees', FEE_INTERVAL_MS, () => conditions.refreshFees());
}
