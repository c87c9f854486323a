import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';

export type RefundRefusal = RequisiteRefusalCode | Extract<RefusalCode, 'not_found' | 'order_state_conflict'>;

/** The fields a refund needs from the customer: none when the destination is known, else the outcome fields of the income system. */
export function refundFieldsOf(catalogue: Catalogue, order: Order): readonly RequisiteField[] {
  if (order.hasRefundDestination || !customerActions(order).includes('request_refund')) return [];
  return catalogue.paymentSystem(order.incomeCode)?.outcomeFields ?? [];
}
