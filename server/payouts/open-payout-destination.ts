import type { PayoutPurpose } from '#core/payout/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { PayoutDeps } from '#server/payouts/subject.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPayout } from './store.ts';

/** Destination of an attempt, read from its order or withdrawal so that it is current; undefined: no such attempt. */
export async function openPayoutDestination(
  deps: PayoutDeps,
  db: Queryable,
  payoutId: string,
): Promise<{ readonly purpose: PayoutPurpose; readonly values: RequisiteValues } | undefined> {
  const payout = await findPayout(db, payoutId);
  return payout && { purpose: payout.purpose, values: await deps.payoutSubjects[payout.subject.kind].destination(deps, payout) };
}
