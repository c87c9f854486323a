import type { Order } from './order.ts';
import type { RefundFeeRule } from './refund-rule.ts';

/** The largest cap that a rule may have: more than half of a customer's money is never a fee. */
export const LARGEST_CAP_PPM = 500_000n;
const MILLION = 1_000_000n;

export interface RefundFee {
  readonly network: bigint;
  readonly fixed: bigint;
  readonly share: bigint;
  /** What may be kept at most: their sum, or the cap where that is less. */
  readonly most: bigint;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** What the rule lets the shop keep of a refund; shares are rounded down, in the customer's favour. */
export function refundFeeOf(credited: bigint, rule: RefundFeeRule, networkFee: bigint): RefundFee {
  if (credited <= 0n) return { network: 0n, fixed: 0n, share: 0n, most: 0n };
  const network = rule.network ? networkFee : 0n;
  const share = (credited * rule.ppm) / MILLION;
  const cap = (credited * least(rule.capPpm, LARGEST_CAP_PPM)) / MILLION;
  return { network, fixed: rule.fixed, share, most: least(network + rule.fixed + share, cap) };
}

/** What goes back of what was credited. */
export const refundOf = ({ creditedAmount, refundFee }: Pick<Order, 'creditedAmount' | 'refundFee'>): bigint => creditedAmount - refundFee;
