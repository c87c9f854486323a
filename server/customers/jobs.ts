import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { backfillCustomers } from './find-or-create-customer.ts';
import { splitMisboundAccounts } from './split-misbound-accounts.ts';

const BATCHES_AT_ONCE = 10;

/**
 * Creates customers for older orders and accounts, and separates accounts from another mailbox's customer. In batches: other jobs
 * are not delayed.
 */
export const customerJobs = (deps: Pick<Deps, 'db' | 'random' | 'clock' | 'queue'>): void =>
  deps.queue.every('take-in-customers', 20 * SECOND_MS, async () => {
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await backfillCustomers(deps)) > 0; batch += 1);
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await splitMisboundAccounts(deps)) > 0; batch += 1);
  });
