import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';
import { findSealedRequisites, replacePayoutDestination, replaceRefundDestination, saveRefundDestination } from './store.ts';

/** What the keyed hash of a destination is made of: the same requisites of the same payment system are found again by it. */
export const destinationText = (paymentSystemCode: string, requisites: string): string => `${paymentSystemCode}\0${requisites}`;

/** Where the customer's money goes, opened only to pay: his outcome requisites, or for a refund the ones he paid from. */
export async function openDestination(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  order: { id: string; side: 'income' | 'outcome' },
): Promise<RequisiteValues> {
  const sealed = await findSealedRequisites(db, order.id);
  return JSON.parse(deps.secrets.unseal(sealed[order.side])) as RequisiteValues;
}

/** The requisites of both sides, opened to compare them: what was paid from, where the money goes. */
export async function openBothDestinations(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  orderId: string,
): Promise<readonly [income: RequisiteValues, outcome: RequisiteValues]> {
  const { income, outcome } = await findSealedRequisites(db, orderId);
  const open = (sealed: Buffer): RequisiteValues => JSON.parse(deps.secrets.unseal(sealed)) as RequisiteValues;
  return [open(income), open(outcome)];
}

/** Where a refund goes, told by its customer; only while we do not know. The order is locked. */
export const giveRefundDestination = async (
  tx: Tx,
  orderId: string,
  requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>> },
): Promise<void> => await saveRefundDestination(tx, orderId, requisites);

/** Another destination of what goes back, or none (empty requisites): by two operators, or to ask the customer anew. The order is locked. */
export const changeRefundDestination = async (
  tx: Tx,
  orderId: string,
  requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>> },
): Promise<number> => await replaceRefundDestination(tx, orderId, requisites);

/** Another destination of what is paid out. The order is locked. */
export const changePayoutDestination = async (
  tx: Tx,
  orderId: string,
  requisites: { readonly sealed: Buffer; readonly masked: Readonly<Record<string, string>>; readonly fingerprint: Buffer },
): Promise<number> => await replacePayoutDestination(tx, orderId, requisites);
