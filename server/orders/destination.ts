import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { findSealedRequisites } from './store.ts';

/** Where the customer's money goes, opened only to pay: his outcome requisites, or for a refund the ones he paid from. */
export async function openDestination(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  order: { id: string; side: 'income' | 'outcome' },
): Promise<RequisiteValues> {
  const sealed = await findSealedRequisites(db, order.id);
  return JSON.parse(deps.secrets.unseal(sealed[order.side])) as RequisiteValues;
}
