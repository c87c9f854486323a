import { compare, type Fraction, fraction } from './money/fraction.ts';

/** A customer's own limits in whole US dollars: above one of them a person looks before anything is paid out to him; null: none. */
export interface CustomerLimits {
  readonly orderUsd: number | null;
  readonly dayUsd: number | null;
  readonly monthUsd: number | null;
}

/** What came from him in the last day and thirty days, this order included; undefined where a price is missing. */
export interface CustomerUse {
  readonly day: Fraction | undefined;
  readonly month: Fraction | undefined;
}

const isAbove = (worth: Fraction | undefined, limit: number | null): boolean =>
  limit !== null && (worth === undefined || compare(worth, fraction(BigInt(limit), 1n)) > 0);

/** Whether a person looks at this order of his; what nobody can price is looked at. */
export const isAboveLimits = (limits: CustomerLimits, order: Fraction | undefined, use: CustomerUse): boolean =>
  isAbove(order, limits.orderUsd) || isAbove(use.day, limits.dayUsd) || isAbove(use.month, limits.monthUsd);

/** Whether he has any. */
export const hasLimits = ({ orderUsd, dayUsd, monthUsd }: CustomerLimits): boolean =>
  [orderUsd, dayUsd, monthUsd].some((one) => one !== null);
