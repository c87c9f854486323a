import type { Instant } from '#core/time.ts';

/** What can be paid out, as last reported. */
export interface ReportedBalance {
  readonly currency: string;
  /** A decimal number. */
  readonly amount: string;
  readonly at: Instant;
}

/** One acquirer of the shop's file and its last events. Reasons are our own texts or status codes, never a text of the acquirer. */
export interface AcquirerState {
  readonly name: string;
  readonly title: string;
  readonly rail: string;
  readonly kind: 'form' | 'redirect';
  readonly isTest: boolean;
  readonly origins: readonly string[];
  readonly callbackTrust: 'signed' | 'asked';
  readonly isPolled: boolean;
  readonly supportsRefunds: boolean;
  readonly currencies: readonly string[];
  readonly lastCallbackAt: Instant | null;
  readonly lastRefusedAt: Instant | null;
  readonly lastRefusedWhy: string | null;
  readonly lastAnswerAt: Instant | null;
  readonly lastFailureAt: Instant | null;
  readonly lastFailure: string | null;
  readonly openRefunds: number;
  readonly paysOut: boolean;
  /** Payouts called but not finished. */
  readonly openPayouts: number;
  readonly balances: readonly ReportedBalance[];
}

/** Reads the state of all acquirers, in the order of the shop's file. */
export type WatchAcquirers = () => Promise<readonly AcquirerState[]>;
