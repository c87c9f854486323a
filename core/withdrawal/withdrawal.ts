import { pow10, stepOf, type Decimals } from '#core/money/decimals.ts';
import { divide, fraction, multiply, timesDown, type Fraction } from '#core/money/fraction.ts';
import type { Locale } from '#core/locale.ts';
import { HOUR_MS, type Instant } from '#core/time.ts';
import type { WithdrawalStatus } from './lifecycle.ts';

/** What a customer earns and takes out (domain 8): of his referrals, and his own rewards. */
export const PURSES = ['referral', 'reward'] as const;
export type Purse = (typeof PURSES)[number];

/** Purses are kept in dollars. */
export const PURSE_ASSET = 'USD';
export const PURSE_SCALE = 2;
/** The least that is taken out of one purse (domain 8: 3 USD), in cents. */
export const MIN_WITHDRAWAL = 300n;
/** How long the link in the mail works. */
export const CONFIRMATION_MS = 24 * HOUR_MS;

/** One withdrawal of earnings: a purse's money on its way to the customer's requisites. Amounts in minor units. */
export interface Withdrawal {
  readonly id: string;
  readonly status: WithdrawalStatus;
  readonly version: number;
  readonly userId: string;
  readonly locale: Locale;
  readonly purse: Purse;
  readonly purseWallet: string;
  /** What leaves the purse, in cents. */
  readonly purseAmount: bigint;
  readonly outcomeCode: string;
  readonly outcomeWallet: string;
  /** Ledger asset of the outcome. */
  readonly outcomeAsset: string;
  readonly outcomeAmount: bigint;
  /** Pending transfers: what is promised of the purse, and of the reserve it will be paid from. */
  readonly purseHoldId: string | null;
  readonly holdId: string | null;
  readonly txHash: string | null;
  readonly createdAt: Instant;
  readonly statusChangedAt: Instant;
  /** Deadline of the present state. */
  readonly expiresAt: Instant | null;
}

/**
 * What a purse's cents buy of a payment system at `usd` dollars for one whole unit, less the cost of sending it; in minor units,
 * rounded down to what is shown (domain 2). Zero or less: nothing is left.
 */
export function outcomeOf(purseAmount: bigint, system: Decimals & { readonly networkFee: bigint }, usd: Fraction): bigint {
  const units = divide(fraction(purseAmount, pow10(PURSE_SCALE)), usd);
  const gross = timesDown(1n, multiply(units, fraction(pow10(system.scale), 1n))) - system.networkFee;
  const step = stepOf(system);
  return gross > 0n ? (gross / step) * step : 0n;
}
