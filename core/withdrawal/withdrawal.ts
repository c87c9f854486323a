import { pow10, stepOf, type Decimals } from '#core/money/decimals.ts';
import { divide, fraction, multiply, timesDown, timesUp, type Fraction } from '#core/money/fraction.ts';
import type { Locale } from '#core/locale.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
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
/** How long what goes to a new wallet is held, counted from when we first knew the wallet (R33). */
export const NEW_WALLET_MS = 24 * HOUR_MS;
/** Within it a withdrawal is processed (spec 9), counted from its confirmation. */
export const PROMISE_MS = DAY_MS;
/** What a hold has let go is paid within this time: people may have to do it. */
export const PAYING_MS = HOUR_MS;
/** The longest time that a withdrawal to a new wallet takes from its confirmation. */
export const NEW_WALLET_PROMISE_MS = NEW_WALLET_MS + PAYING_MS;

/** By when a withdrawal confirmed at `now` is paid: within a day, and where its wallet is new (R33) when it can be paid after the hold. */
export const promisedBy = (now: Instant, heldUntil: Instant | null): Instant =>
  heldUntil === null ? now + PROMISE_MS : Math.max(now + PROMISE_MS, heldUntil + PAYING_MS);

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
  /** An estimate until it may leave: then it is what the purse's dollars buy at that moment, and fixed (decision 0052). */
  readonly outcomeAmount: bigint;
  /** Pending transfers: what is promised of the purse, and of the reserve it will be paid from. */
  readonly purseHoldId: string | null;
  readonly holdId: string | null;
  readonly txHash: string | null;
  readonly createdAt: Instant;
  readonly statusChangedAt: Instant;
  /** Deadline of the present state. */
  readonly expiresAt: Instant | null;
  /** Confirmed, and kept until then because its wallet is new (R33): its dollars are promised still and have not left the purse. */
  readonly heldUntil: Instant | null;
  /** People keep it from leaving until they let it go. */
  readonly isStopped: boolean;
  /** By when it is to be with its customer; null before it is confirmed. */
  readonly promisedAt: Instant | null;
}

/** Nothing keeps it from leaving. */
export const mayLeave = ({ status, heldUntil, isStopped }: Pick<Withdrawal, 'status' | 'heldUntil' | 'isStopped'>): boolean =>
  status === 'payout_pending' && heldUntil === null && !isStopped;

/** What is paid is not fixed yet: the dollars are still promised of the purse and move with the market. */
export const isFloating = ({ status, heldUntil }: Pick<Withdrawal, 'status' | 'heldUntil'>): boolean =>
  status === 'awaiting_confirmation' || (status === 'payout_pending' && heldUntil !== null);

/** Until when what goes to a wallet known since `knownSince` is held; null: it is old enough. A wallet that nobody knows is known from now on. */
export function holdOf(knownSince: Instant | undefined, now: Instant): Instant | null {
  const until = (knownSince ?? now) + NEW_WALLET_MS;
  return until > now ? until : null;
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

/** What one dollar of a purse brought or would bring, in whole units of what was paid (whose minor units have `scale` digits). */
export const rateOf = (purseAmount: bigint, outcomeAmount: bigint, scale: number): Fraction =>
  fraction(outcomeAmount * pow10(PURSE_SCALE), purseAmount * pow10(scale));

/** The cents that buy at least so much of a payment system, the cost of sending it included; rounded up. */
export function purseAmountFor(outcome: bigint, system: Decimals & { readonly networkFee: bigint }, usd: Fraction): bigint {
  const step = stepOf(system);
  const shown = ((outcome + step - 1n) / step) * step;
  return timesUp(1n, multiply(multiply(fraction(shown + system.networkFee, pow10(system.scale)), usd), fraction(pow10(PURSE_SCALE), 1n)));
}
