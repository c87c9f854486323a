import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findSealedRequisites, replacePayoutDestination, replaceRefundDestination, saveRefundDestination } from './store.ts';

/** Input of the keyed hash of a destination: equal for the same requisites of the same payment system. */
export const destinationText = (paymentSystemCode: string, requisites: string): string => `${paymentSystemCode}\0${requisites}`;

/** Requisites that the customer's money is sent to, decrypted only to pay: the outcome requisites, or for a refund the income ones. */
export async function openDestination(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  order: { id: string; side: 'income' | 'outcome' },
): Promise<RequisiteValues> {
  const sealed = await findSealedRequisites(db, order.id);
  return JSON.parse(deps.secrets.unseal(sealed[order.side])) as RequisiteValues;
}

/** The requisites of both sides, decrypted for comparison. */
export async function openBothDestinations(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  orderId: string,
): Promise<readonly [income: RequisiteValues, outcome: RequisiteValues]> {
  const { income, outcome } = await findSealedRequisites(db, orderId);
  const parse = (sealed: Buffer): RequisiteValues => JSON.parse(deps.secrets.unseal(sealed)) as RequisiteValues;
  return [parse(income), parse(outcome)];
}

/** Stores where a refund goes, as named by the customer; changes nothing once a destination is known. The order must be locked. */
export const setRefundDestination = async (
  tx: Tx,
  orderId: string,
  requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>> },
): Promise<void> => await saveRefundDestination(tx, orderId, requisites);

/**
 * Replaces the destination of a refund; empty requisites remove it so that the customer is asked again. Needs two operators.
 * The order must be locked.
 */
export const changeRefundDestination = async (
  tx: Tx,
  orderId: string,
  requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>> },
): Promise<number> => await replaceRefundDestination(tx, orderId, requisites);

/** Replaces the destination of the payout. The order must be locked. */
export const changePayoutDestination = async (
  tx: Tx,
  orderId: string,
  requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>>; readonly fingerprint: Buffer },
): Promise<number> => await replacePayoutDestination(tx, orderId, requisites);
