import { pow10, stepOf, type Decimals } from '#core/money/decimals.ts';
import { divide, fraction, multiply, timesDown, timesUp, type Fraction } from '#core/money/fraction.ts';
import type { Locale } from '#core/locale.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { WithdrawalStatus } from './lifecycle.ts';

/** Balances of a customer's earnings (domain 8): from referrals, and the customer's own rewards. */
export const PURSES = ['referral', 'reward'] as const;
export type Purse = (typeof PURSES)[number];

/** Balances are in dollars. */
export const PURSE_ASSET = 'USD';
export const PURSE_SCALE = 2;
/** Minimum withdrawal from one balance (domain 8: 3 USD), cents. */
export const MIN_WITHDRAWAL = 300n;
/** How long the e-mailed confirmation link works. */
export const CONFIRMATION_MS = 24 * HOUR_MS;
/** Delay of a withdrawal to a new wallet, counted from when the wallet was first known (R33). */
export const NEW_WALLET_DELAY_MS = 24 * HOUR_MS;
/** Promised time of a withdrawal (spec 9), counted from its confirmation. */
export const PROMISE_MS = DAY_MS;
/** Promised time of the payout after a delay, ms. People may have to make it. */
export const PAYOUT_AFTER_DELAY_MS = HOUR_MS;
/** The longest promised time of a withdrawal to a new wallet, from its confirmation. */
export const NEW_WALLET_PROMISE_MS = NEW_WALLET_DELAY_MS + PAYOUT_AFTER_DELAY_MS;

/** Promised time of a withdrawal confirmed at `now`: within a day, or after the delay of a new wallet (R33). */
export const promisedAtFor = (now: Instant, heldUntil: Instant | null): Instant =>
  heldUntil === null ? now + PROMISE_MS : Math.max(now + PROMISE_MS, heldUntil + PAYOUT_AFTER_DELAY_MS);

/** One withdrawal of earnings from a balance to the customer's requisites. Amounts in minor units. */
export interface Withdrawal {
  readonly id: string;
  readonly status: WithdrawalStatus;
  readonly version: number;
  readonly userId: string;
  readonly locale: Locale;
  readonly purse: Purse;
  readonly purseWallet: string;
  /** Debited from the balance, cents. */
  readonly purseAmount: bigint;
  readonly outcomeCode: string;
  readonly outcomeWallet: string;
  /** Ledger asset of the outcome. */
  readonly outcomeAsset: string;
  /** An estimate until the payout may be sent; then fixed at the rate of that moment (decision 0052). */
  readonly outcomeAmount: bigint;
  /** Pending transfers: the holds in the balance and in the reserve. */
  readonly purseHoldId: string | null;
  readonly holdId: string | null;
  readonly txHash: string | null;
  readonly createdAt: Instant;
  readonly statusChangedAt: Instant;
  /** Deadline of the current state. */
  readonly expiresAt: Instant | null;
  /** Until when a confirmed withdrawal is delayed for its new wallet (R33). Its dollars are held and not yet debited. */
  readonly heldUntil: Instant | null;
  /** Whether staff have stopped the withdrawal until they release it. */
  readonly isStopped: boolean;
  /** The promised time of arrival; null before the confirmation. */
  readonly promisedAt: Instant | null;
}

/** Whether nothing prevents the payout. */
export const mayPayOut = ({ status, heldUntil, isStopped }: Pick<Withdrawal, 'status' | 'heldUntil' | 'isStopped'>): boolean =>
  status === 'payout_pending' && heldUntil === null && !isStopped;

/** Whether the outcome is not fixed yet. The dollars are held, and their price moves with the market. */
export const isFloating = ({ status, heldUntil }: Pick<Withdrawal, 'status' | 'heldUntil'>): boolean =>
  status === 'awaiting_confirmation' || (status === 'payout_pending' && heldUntil !== null);

/** End of the delay for a wallet known since `knownSince`; null if it has been known long enough. An unknown wallet counts from now. */
export function delayUntil(knownSince: Instant | undefined, now: Instant): Instant | null {
  const until = (knownSince ?? now) + NEW_WALLET_DELAY_MS;
  return until > now ? until : null;
}

/**
 * Outcome of a balance's cents at `usd` dollars per whole unit, less the network fee. Minor units, rounded down (domain 2). Zero if nothing
 * is left.
 */
export function outcomeOf(purseAmount: bigint, system: Decimals & { readonly networkFee: bigint }, usd: Fraction): bigint {
  const units = divide(fraction(purseAmount, pow10(PURSE_SCALE)), usd);
  const gross = timesDown(1n, multiply(units, fraction(pow10(system.scale), 1n))) - system.networkFee;
  const step = stepOf(system);
  return gross > 0n ? (gross / step) * step : 0n;
}

/** The rate of a withdrawal: whole units of the outcome (minor units with `scale` digits) per dollar. */
export const rateOf = (purseAmount: bigint, outcomeAmount: bigint, scale: number): Fraction =>
  fraction(outcomeAmount * pow10(PURSE_SCALE), purseAmount * pow10(scale));

/** The cents needed to receive at least `outcome` of a payment system, with the network fee; rounded up. */
export function purseAmountFor(outcome: bigint, system: Decimals & { readonly networkFee: bigint }, usd: Fraction): bigint {
  const step = stepOf(system);
  const payable = ((outcome + step - 1n) / step) * step;
  return timesUp(1n, multiply(multiply(fraction(payable + system.networkFee, pow10(system.scale)), usd), fraction(pow10(PURSE_SCALE), 1n)));
}
