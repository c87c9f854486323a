import type { Locale } from '#core/locale.ts';
import type { Quote } from './quote.ts';
import type { Instant } from '#core/time.ts';
import type { RefundFeeRule } from './refund-fee.ts';
import type { OrderStatus } from './status.ts';

/** Why an order waits for the customer's choice. */
export const REQUOTE_REASONS = ['short', 'over', 'late', 'reopened', 'quote_expired'] as const;
export type RequoteReason = (typeof REQUOTE_REASONS)[number];

/** Choices where the received amount is not the agreed one (domain 5, "What the customer chooses"). */
export const REQUOTE_CHOICES = ['as_agreed', 'exchange_all', 'top_up', 'exchange_received', 'refund'] as const;
export type RequoteChoice = (typeof REQUOTE_CHOICES)[number];

/** One choice with its amounts, in minor units of their sides. */
export interface RequoteOption {
  readonly choice: RequoteChoice;
  /** The exchanged amount; zero for a refund. */
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** The amount returned to the customer. */
  readonly refundAmount: bigint;
  /** The amount still to be paid; zero except for a top-up. */
  readonly missingAmount: bigint;
  /** The fresh quote behind `outcomeAmount`; null where the order's own agreement binds. */
  readonly quote: Quote | null;
  /** Until when these amounts bind us. */
  readonly expiresAt: Instant;
}

/** The choices that replace the first agreement. */
export interface Requote {
  readonly reason: RequoteReason;
  /** Final received amount, in minor units of the income side. */
  readonly receivedAmount: bigint;
  /** Whether the agreed rate still binds: the amount was paid in time, and no person had ended the order. */
  readonly held: boolean;
  /**
   * In display order. Empty only in rows from before choices existed.
   * - When the time for the choice ends, the first is applied only if it is `as_agreed`; otherwise the money is refunded.
   * - The system may accept the first at once (`automaticChoice`).
   */
  readonly options: readonly RequoteOption[];
  /** When the amounts are calculated again. */
  readonly expiresAt: Instant;
}

/** The agreement before received money changed it. */
export interface FirstAgreement {
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  readonly quote: Quote;
  /** Whether the money arrived after the order had expired or been ended (T22). */
  readonly isReopened: boolean;
}

/** The reserve held for one order. It is a pending ledger transfer. */
export interface Hold {
  readonly id: string;
  readonly amount: bigint;
}

export interface PaymentClaim {
  readonly invoiceId: string | null;
  readonly txHash: string | null;
  readonly at: Instant;
}

/** An order. Amounts are in minor units of their side. It contains no secrets; requisites stay encrypted in the store. */
export interface Order {
  readonly id: string;
  readonly status: OrderStatus;
  readonly version: number;
  readonly userId: string | null;
  readonly email: string;
  readonly locale: Locale;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  /** Wallets that receive and pay its money, as its payment systems had them when the order was made. */
  readonly incomeWallet: string;
  readonly outcomeWallet: string;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** The amount to be paid. It is the agreed one or, if requisites are shared, a unique one a few steps above it. */
  readonly askedAmount: bigint;
  readonly quote: Quote;
  readonly rateType: 'fixed' | 'floating';
  readonly slotId: string | null;
  readonly hold: Hold | null;
  readonly requisitesReference: string | null;
  readonly confirmations: number | null;
  readonly requiredConfirmations: number | null;
  /** Everything received, final or not. */
  readonly receivedAmount: bigint;
  /** The part of the received amount that the ledger owes to the customer. */
  readonly creditedAmount: bigint;
  /** The surplus that was returned to the customer. */
  readonly surplusReturned: bigint;
  /** The refund fee rule shown before payment; null in older orders. */
  readonly refundRule: RefundFeeRule | null;
  /** Promised minutes until the payout, as shown when the order was made; null in older orders. */
  readonly promisedMinutes: number | null;
  /** Refund fee by the rule. */
  readonly refundFee: bigint;
  readonly incomeTxHash: string | null;
  readonly outcomeTxHash: string | null;
  readonly claim: PaymentClaim | null;
  readonly requote: Requote | null;
  /** The agreement that applies again if the exchanged money is reverted; null while the money is unused. */
  readonly firstAgreement: FirstAgreement | null;
  readonly reason: string | null;
  readonly createdAt: Instant;
  readonly statusChangedAt: Instant;
  /** Deadline of the current state. */
  readonly expiresAt: Instant | null;
  readonly rateLockedUntil: Instant | null;
  readonly firstSeenAt: Instant | null;
  /** Whether the destination of a refund is known: the requisites that the customer pays from. */
  readonly hasRefundDestination: boolean;
}
