import { compare, type Fraction, fraction, multiply } from '#core/money/fraction.ts';
import { HOUR_MS, type Instant, MINUTE_MS } from '#core/time.ts';
import type { Order } from './order.ts';
import { VERIFICATION_WINDOW_MS } from './deadlines.ts';
import type { OrderStatus } from './status.ts';

/** States whose deadline a person may extend: the order waits for a payment or for the check of a card. */
export const EXTENDABLE: readonly OrderStatus[] = ['awaiting_verification', 'awaiting_payment', 'payment_claimed'];

/** The longest extension, ms. It is limited because the order keeps its reserve while it waits. */
export const MAX_EXTENSION_MS = 24 * HOUR_MS;
/** Offered extensions, minutes. */
export const EXTENSION_MINUTES = [15, 30, 60, 180, 720] as const;

/** How far the market may move against us before extending an old rate needs a second person, parts per million. */
export const MAX_FREE_MOVE_PPM = 5_000n;
const MILLION = 1_000_000n;

/** Whether the deadline may be extended at all. */
export const isExtendable = (order: Pick<Order, 'status' | 'expiresAt' | 'receivedAmount'>): boolean =>
  EXTENDABLE.includes(order.status) && order.expiresAt !== null && order.receivedAmount === 0n;

/** The deadline after an extension; null if it would be further ahead than `MAX_EXTENSION_MS`. */
export function extendedUntil(order: Pick<Order, 'expiresAt'>, minutes: number, now: Instant): Instant | null {
  const until = Math.max(order.expiresAt ?? now, now) + minutes * MINUTE_MS;
  return until - now > MAX_EXTENSION_MS ? null : until;
}

/**
 * Whether the agreed rate binds after a card check (T3): it floats, the window has not passed, or the market has hardly moved against us.
 */
export function isRateBindingAfterVerification(
  order: Pick<Order, 'rateType' | 'createdAt'> & { readonly quote: Pick<Order['quote'], 'referenceRate'> },
  { market, now }: { readonly market: Fraction | undefined; readonly now: Instant },
): boolean {
  if (order.rateType === 'floating' || now <= order.createdAt + VERIFICATION_WINDOW_MS) return true;
  return !rateNeedsSecondPerson(order.quote.referenceRate, market);
}

/**
 * Whether extending the agreed rate needs a second person: the market has moved against us by more than `MAX_FREE_MOVE_PPM`, or is unknown.
 * Both rates are outcome units per income unit.
 */
export function rateNeedsSecondPerson(agreedMarket: Fraction, market: Fraction | undefined): boolean {
  if (market === undefined) return true;
  return compare(market, multiply(agreedMarket, fraction(MILLION - MAX_FREE_MOVE_PPM, MILLION))) < 0;
}
