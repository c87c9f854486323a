import { SECOND_MS } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { takeInCustomers } from './know-customer.ts';
import { mendCustomers } from './mend-customers.ts';

const BATCHES_AT_ONCE = 10;

/** Customers of before become known, and accounts on another's customer get their own, some at a time, so that nothing else waits. */
export const customerJobs = (deps: Pick<Deps, 'db' | 'random' | 'clock' | 'queue'>): void =>
  deps.queue.every('take-in-customers', 20 * SECOND_MS, async () => {
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await takeInCustomers(deps)) > 0; batch += 1);
    for (let batch = 0; batch < BATCHES_AT_ONCE && (await mendCustomers(deps)) > 0; batch += 1);
  });
