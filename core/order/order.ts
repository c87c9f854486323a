import type { Locale } from '#core/locale.ts';
import type { Quote } from '#core/quote.ts';
import type { Instant } from '#core/time.ts';
import type { RefundFeeRule } from './refund-rule.ts';
import type { OrderStatus } from './status.ts';

/** Why an order waits for the customer's choice. */
export const REQUOTE_REASONS = ['short', 'over', 'late', 'reopened', 'quote_expired'] as const;
export type RequoteReason = (typeof REQUOTE_REASONS)[number];

/** What a customer may choose when what came is not what was agreed (domain 5, "What the customer chooses"). */
export const REQUOTE_CHOICES = ['as_agreed', 'exchange_all', 'top_up', 'exchange_received', 'refund'] as const;
export type RequoteChoice = (typeof REQUOTE_CHOICES)[number];

/** One choice with its numbers, in minor units of their sides. */
export interface RequoteOption {
  readonly choice: RequoteChoice;
  /** What is exchanged by it; zero for a refund. */
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** What goes back to the customer. */
  readonly refundAmount: bigint;
  /** What he must still pay for it; zero except for a top up. */
  readonly missingAmount: bigint;
  /** The fresh quote that `outcomeAmount` comes from; null where the order's own agreement binds. */
  readonly quote: Quote | null;
  /** Until when these numbers bind us. */
  readonly expiresAt: Instant;
}

/** What the customer may choose instead of the first agreement. */
export interface Requote {
  readonly reason: RequoteReason;
  /** What was received and is final, in minor units of the income side. */
  readonly receivedAmount: bigint;
  /** The agreed rate still binds the agreed amount: it was paid for in time, and nobody had ended the order. */
  readonly held: boolean;
  /** In the order they are shown; the first is what is done when nobody chooses. Never empty but in rows older than the choices. */
  readonly options: readonly RequoteOption[];
  /** When the numbers are calculated anew. */
  readonly expiresAt: Instant;
}

/** What an order was agreed on before its money made another exchange of it. */
export interface FirstAgreement {
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  readonly quote: Quote;
  /** Its time had run out, or somebody had ended it, when its money came (T22). */
  readonly isReopened: boolean;
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
  readonly status: OrderStatus;
  readonly version: number;
  readonly userId: string | null;
  readonly email: string;
  readonly locale: Locale;
  readonly incomeCode: string;
  readonly outcomeCode: string;
  /** Where its money is received and paid from: what its payment systems stood on when it was agreed. */
  readonly incomeWallet: string;
  readonly outcomeWallet: string;
  readonly incomeAmount: bigint;
  readonly outcomeAmount: bigint;
  /** What it was asked to pay: the agreed amount or, where requisites are shared, a unique one a few steps above it. */
  readonly askedAmount: bigint;
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
  /** What may be kept of a refund, as its customer read it before he paid; null in orders of before. */
  readonly refundRule: RefundFeeRule | null;
  /** Minutes that its payout was promised in when it was ordered; null in orders of before. */
  readonly promisedMinutes: number | null;
  /** What is kept of a refund, by rule; the rest goes back. */
  readonly refundFee: bigint;
  readonly incomeTxHash: string | null;
  readonly outcomeTxHash: string | null;
  readonly claim: PaymentClaim | null;
  readonly requote: Requote | null;
  /** What holds again when the money of its exchange is lost; null while nothing was made of its money. */
  readonly firstAgreement: FirstAgreement | null;
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
