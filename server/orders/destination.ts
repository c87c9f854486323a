import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Deps } from '#server/deps.ts';
import { type Queryable, sql, type Tx } from '#server/platform/db/db.ts';
import { findSealedRequisites } from './queries.ts';

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

interface StoredRequisites {
  readonly sealed: Buffer;
  readonly masked: Readonly<Record<string, string>>;
}

/** Stores the refund destination that the customer named. A destination that is already stored stays. The order must be locked. */
export async function setRefundDestination(tx: Tx, orderId: string, { sealed, masked }: StoredRequisites): Promise<void> {
  await tx.run(sql`
    update orders set income_requisites_sealed = ${sealed}, income_requisites_masked = ${JSON.stringify(masked)}
    where id = ${orderId} and income_requisites_masked = '{}'::jsonb`);
}

/**
 * Replaces the destination of a refund. Empty requisites remove it, so that the customer is asked again. Needs two operators.
 * The order must be locked.
 */
export const changeRefundDestination = async (tx: Tx, orderId: string, { sealed, masked }: StoredRequisites): Promise<number> =>
  await tx.run(sql`
    update orders set income_requisites_sealed = ${sealed}, income_requisites_masked = ${JSON.stringify(masked)}
    where id = ${orderId}`);

/** Replaces the destination of the payout. The order must be locked. */
export const changePayoutDestination = async (
  tx: Tx,
  orderId: string,
  { sealed, masked, fingerprint }: StoredRequisites & { readonly fingerprint: Buffer },
): Promise<number> =>
  await tx.run(sql`
    update orders set outcome_requisites_sealed = ${sealed}, outcome_requisites_masked = ${JSON.stringify(masked)},
      outcome_fingerprint = ${fingerprint}
    where id = ${orderId}`);
