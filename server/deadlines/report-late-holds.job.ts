import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { IncidentTracker } from '#server/incidents/incident-tracker.ts';
import { listOverdueReviews } from '#server/payouts/queries.ts';
import { findOverdueHolds } from './store.ts';

/**
 * Raises an alarm for every order that a check holds beyond the promised time (domain 5, `compliance_hold`): no deadline moves such
 * money. The alarm ends with the decision.
 */
export async function reportLateHolds({ db, clock }: Pick<Deps, 'db' | 'clock'>, keeper: IncidentTracker): Promise<void> {
  const now = clock.now();
  const overdue = [...(await findOverdueHolds(db, now)), ...(await listOverdueReviews(db, now))];
  await keeper.reconcile('hold_late', Object.fromEntries(overdue.map(({ id, promisedAt }) => [id, { promised: toRfc3339(promisedAt) }])));
}
