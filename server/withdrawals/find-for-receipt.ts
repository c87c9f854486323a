import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Withdrawal } from '#core/withdrawal/withdrawal.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import { findSealedDestination, findWithdrawal } from './store.ts';

/** The caller's own withdrawal with its full destination, for the receipt; undefined: not the caller's. */
export async function findWithdrawalForReceipt(
  deps: Pick<Deps, 'db' | 'secrets'>,
  { id, visitor }: { readonly id: string; readonly visitor: Visitor },
): Promise<{ withdrawal: Withdrawal; destination: RequisiteValues } | undefined> {
  const withdrawal = await findWithdrawal(deps.db, id);
  if (!withdrawal || visitor.kind !== 'user' || withdrawal.userId !== visitor.userId) return undefined;
  const sealed = await findSealedDestination(deps.db, id);
  return { withdrawal, destination: JSON.parse(deps.secrets.unseal(sealed)) as RequisiteValues };
}

/** A completed withdrawal, for the verification code on its receipt. */
export async function findCompletedWithdrawal(db: Queryable, id: string): Promise<Withdrawal | undefined> {
  const withdrawal = await findWithdrawal(db, id);
  return withdrawal?.status === 'completed' ? withdrawal : undefined;
}
