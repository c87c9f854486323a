import { customerActions } from '#core/order/actions.ts';
import type { Order } from '#core/order/order.ts';
import type { RequisiteField } from '#core/payment-system/requisite-field.ts';
import type { RefusalCode, RequisiteRefusalCode } from '#core/refusal.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';

/** What a refund's destination may be refused with. */
export type RefundRefusal = RequisiteRefusalCode | Extract<RefusalCode, 'not_found' | 'order_state_conflict'>;

/** What a refund must be told by the customer: nothing where he paid from requisites we know, else what this system is paid out by. */
export function refundFieldsOf(catalogue: Catalogue, order: Order): readonly RequisiteField[] {
  if (order.hasRefundDestination || !customerActions(order).includes('request_refund')) return [];
  return catalogue.paymentSystem(order.incomeCode)?.outcomeFields ?? [];
}
