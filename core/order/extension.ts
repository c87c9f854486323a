import { compare, type Fraction, fraction, multiply } from '#core/money/fraction.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time.ts';
import type { Order } from './order.ts';
import { VERIFICATION_WINDOW_MS } from './terms.ts';
import type { OrderStatus } from './status.ts';

/** States whose time a person may extend: those that wait for the customer's money, or for a person who looks at his card. */
export const EXTENDABLE: readonly OrderStatus[] = ['awaiting_verification', 'awaiting_payment', 'payment_claimed'];

/** An order keeps its reserve from others while it waits. */
export const LONGEST_EXTENSION_MS = 24 * HOUR_MS;
/** What may be chosen, in minutes. */
export const EXTENSION_MINUTES = [15, 30, 60, 180, 720] as const;

/** By how much the market may have moved against us before one person may no longer hold an old rate for longer, in millionths. */
export const FREE_MOVE_PPM = 5_000n;
const MILLION = 1_000_000n;

/** Whether its deadline may be extended at all. */
export const isExtendable = (order: Pick<Order, 'status' | 'expiresAt' | 'receivedAmount'>): boolean =>
  EXTENDABLE.includes(order.status) && order.expiresAt !== null && order.receivedAmount === 0n;

/** The deadline that so many minutes more make; null where it would lie too far ahead. */
export function extendedUntil(order: Pick<Order, 'expiresAt'>, minutes: number, now: Instant): Instant | null {
  const until = Math.max(order.expiresAt ?? now, now) + minutes * MINUTE_MS;
  return until - now > LONGEST_EXTENSION_MS ? null : until;
}

/**
 * Whether an order that has waited for its card may go on at its agreed rate (T3): at a floating one always; within the window of the
 * verification as any quote; later only while the market has not gone against us by more than a little. `market`: outcome units for one income unit now.
 */
export function bindsAfterVerification(
  order: Pick<Order, 'rateType' | 'createdAt'> & { readonly quote: Pick<Order['quote'], 'referenceRate'> },
  { market, now }: { readonly market: Fraction | undefined; readonly now: Instant },
): boolean {
  if (order.rateType === 'floating' || now <= order.createdAt + VERIFICATION_WINDOW_MS) return true;
  return !rateNeedsSecond(order.quote.referenceRate, market);
}

/**
 * Whether holding the agreed rate for longer takes a second person: the market has gone against us by more than a little since it
 * was agreed, or nobody knows. `market`: outcome units for one income unit now.
 */
export function rateNeedsSecond(agreedAt: Fraction, market: Fraction | undefined): boolean {
  if (market === undefined) return true;
  return compare(market, multiply(agreedAt, fraction(MILLION - FREE_MOVE_PPM, MILLION))) < 0;
}
