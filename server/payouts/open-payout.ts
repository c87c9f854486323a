import type { PayoutPurpose } from '#core/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { PayoutDeps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findPayout } from './store.ts';

/** Where an attempt of ours pays to, read where its subject keeps it, so that it is never an old one; undefined where there is no such attempt. */
export async function openPayout(
  deps: PayoutDeps,
  db: Queryable,
  payoutId: string,
): Promise<{ readonly purpose: PayoutPurpose; readonly values: RequisiteValues } | undefined> {
  const payout = await findPayout(db, payoutId);
  return payout && { purpose: payout.purpose, values: await deps.payoutSubjects[payout.subject.kind].destination(deps, payout) };
}
