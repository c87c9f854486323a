import { compare, type Fraction, fraction } from '#core/money/fraction.ts';

/** A customer's own limits, whole US dollars: above any of them a person reviews the payout; null: no limit. */
export interface CustomerLimits {
  readonly orderUsd: number | null;
  readonly dayUsd: number | null;
  readonly monthUsd: number | null;
}

/** The customer's payments of the last day and thirty days, this order included, in US dollars; undefined: a price is missing. */
export interface CustomerTurnover {
  readonly day: Fraction | undefined;
  readonly month: Fraction | undefined;
}

const isAbove = (worth: Fraction | undefined, limit: number | null): boolean =>
  limit !== null && (worth === undefined || compare(worth, fraction(BigInt(limit), 1n)) > 0);

/** Whether a person reviews this order; an unpriced worth counts as above a limit. */
export const isAboveLimits = (limits: CustomerLimits, order: Fraction | undefined, turnover: CustomerTurnover): boolean =>
  isAbove(order, limits.orderUsd) || isAbove(turnover.day, limits.dayUsd) || isAbove(turnover.month, limits.monthUsd);

/** Whether any limit is set. */
export const hasLimits = ({ orderUsd, dayUsd, monthUsd }: CustomerLimits): boolean =>
  [orderUsd, dayUsd, monthUsd].some((limit) => limit !== null);
