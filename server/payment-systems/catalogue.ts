import type { BreakFact } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';

/** The catalogue as every process sees it: in memory, refreshed when an operator or the seed changes it. */
export interface Catalogue {
  paymentSystem(code: string): PaymentSystem | undefined;
  paymentSystems(): readonly PaymentSystem[];
  direction(incomeCode: string, outcomeCode: string): Direction | undefined;
  directions(): readonly Direction[];
  /** What closes a pair for a while; null: nothing does, or it is closed for good. */
  closing(incomeCode: string, outcomeCode: string): BreakFact | null;
  /** What can be promised now, as last read (at most about a second old): for showing and quoting. Creation checks the truth. */
  reserve(code: string): bigint;
}
