import type { Deps } from '#server/deps.ts';
import { ASK_FEES_EVERY_MS, type Conditions } from './take-conditions.ts';

/** Loops of the jobs role: what moves prices beside the market is asked for. */
export function rateJobs(deps: Pick<Deps, 'queue'>, conditions: Conditions): void {
  deps.queue.every('rates.network-fees', ASK_FEES_EVERY_MS, () => conditions.askFees());
}
