import type { Tx } from '#server/platform/db/db.ts';
import { demoDirections } from './demo-directions.ts';
import { DEMO_PAYMENT_SYSTEMS } from './demo-payment-systems.ts';
import { addMissingDirections, addMissingPaymentSystems } from './store.ts';

/**
 * Adds the demonstration's payment systems and directions that are missing; existing ones stay unchanged, so that the seed can run at
 * every start. Reserves are postings of the ledger (`DEMO_RESERVES`), slots are rows of the rates (`DEMO_SLOTS`).
 */
export async function seedDemoCatalogue(tx: Tx): Promise<{ readonly paymentSystems: number; readonly directions: number }> {
  const paymentSystems = await addMissingPaymentSystems(tx, DEMO_PAYMENT_SYSTEMS);
  const directions = await addMissingDirections(tx, demoDirections(DEMO_PAYMENT_SYSTEMS));
  return { paymentSystems, directions };
}
