import type { BreakFact } from '#core/order/admission.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { sql, type Sql } from '#server/platform/db/db.ts';

/** The catalogue in memory of every process, reloaded when an operator or the seed changes it. */
export interface Catalogue {
  paymentSystem(code: string): PaymentSystem | undefined;
  paymentSystems(): readonly PaymentSystem[];
  direction(incomeCode: string, outcomeCode: string): Direction | undefined;
  directions(): readonly Direction[];
  /** The break that closes a pair temporarily; null: no break, or the pair is closed permanently. */
  closing(incomeCode: string, outcomeCode: string): BreakFact | null;
  /** Available reserve in minor units as last read, at most about a second old: for display and quotes. Order creation checks the database. */
  reserve(code: string): bigint;
}

export interface HasCatalogue {
  /** Payment systems, directions and reserves, in memory, refreshed when they change. */
  readonly catalogue: Catalogue;
}

/** SQL: amount in minor units that a payment system's reserve always keeps. */
export const reserveBufferOf = (code: string): Sql => sql`(select p.reserve_buffer from payment_systems p where p.code = ${code})`;
