import type { Order } from '#core/order/order.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';

/** What "I have paid" asks for: an invoice id where the payment system has such a field on its income side (spec 5). */
export function claimFieldOf(catalogue: Catalogue, order: Pick<Order, 'incomeCode'>): 'invoice_id' | 'tx_hash' | null {
  const system = catalogue.paymentSystem(order.incomeCode);
  return system?.incomeFields.some((field) => field.kind === 'invoice_id') ? 'invoice_id' : null;
}
