import type { Locale } from '#core/payment-system/payment-system.ts';
import type { Quote } from '#core/quote.ts';
import type { Instant } from '#core/time.ts';
import type { OrderStatus } from './status.ts';

/** Why an order waits for the customer's choice. */
export type RequoteReason = 'short' | 'over' | 'late' | 'reopened' | 'quote_expired';

/** What the customer may choose instead of the first agreement: these amounts, or all that was received back. */
export interface Requote {
  readonly reason: RequoteReason;
  /** What was received, in minor units of the income side. */
  readonly incomeAmount: bigint;
  /** What he gets for it; null while there is no rate. */
  readonly outcomeAmount: bigint | null;
  /** The agreement that `outcomeAmount` comes from: the order's own rate, or a fresh quote. */
  readonly quote: Quote | null;
  readonly expiresAt: Instant;
}

/** The reserve promised to one order: a pending ledger transfer. */
export interface Hold {
  readonly id: string;
  readonly amount: bigint;
}

export interface PaymentClaim {
  readonly invoiceId: string | null;
  readonly txHash: string | null;
  readonly at: Instant;
}

/** An order as the business sees it: no secrets (requisites stay sealed in the store), amounts in minor units of their side. */
export interface Order {
  readonly id: string;
  readonly kind: 'exchange' | 'withdrawal';
  readonly status: OrderStatus;
  readonly version: number;
  readonly userId: string | null;
  readonly email: string;
  readonly locale: Locale;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  readonly quote: Quote;
  readonly rateType: 'fixed' | 'floating';
  readonly slotId: string | null;
  readonly hold: Hold | null;
  readonly requisitesReference: string | null;
  readonly confirmations: number | null;
  readonly requiredConfirmations: number | null;
  /** All that was seen coming in, final or not. */
  readonly receivedAmount: bigint;
  /** The part of it that the ledger carries as a debt to the customer. */
  readonly creditedAmount: bigint;
  /** What came beyond the agreement and was given back. */
  readonly surplusReturned: bigint;
  readonly incomeTxHash: string | null;
  readonly outcomeTxHash: string | null;
  readonly claim: PaymentClaim | null;
  readonly requote: Requote | null;
  readonly reason: string | null;
  readonly createdAt: Instant;
  readonly statusChangedAt: Instant;
  /** Deadline of the present state. */
  readonly expiresAt: Instant | null;
  readonly rateLockedUntil: Instant | null;
  readonly firstSeenAt: Instant | null;
  /** We know where the customer's money would go back to: the requisites he pays from. */
  readonly hasRefundDestination: boolean;
}
