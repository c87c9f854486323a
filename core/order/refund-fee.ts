import { smaller } from '#core/money/bigint.ts';

/** The rule of the refund fee. Amounts are in minor units of the income side, shares in parts per million of the credited amount. */
export interface RefundFeeRule {
  /** Whether the network fee of the refund is deducted. */
  readonly network: boolean;
  readonly fixed: bigint;
  readonly ppm: bigint;
  /** The upper bound of the whole fee. */
  readonly capPpm: bigint;
}

/** The rule without a fee. */
export const NO_REFUND_FEE: RefundFeeRule = { network: false, fixed: 0n, ppm: 0n, capPpm: 0n };

/** Whether the rule has any fee. */
export const hasRefundFee = ({ network, fixed, ppm, capPpm }: RefundFeeRule): boolean => capPpm > 0n && (network || fixed > 0n || ppm > 0n);

/** The upper bound of a rule's cap. A fee never exceeds half of the customer's money. */
export const MAX_CAP_PPM = 500_000n;
const MILLION = 1_000_000n;

export interface RefundFee {
  readonly network: bigint;
  readonly fixed: bigint;
  readonly share: bigint;
  /** The largest fee: the sum of the parts, or the cap. */
  readonly max: bigint;
}

/** The parts of the refund fee by the rule, in minor units. Shares are rounded down, in the customer's favour. */
export function refundFeeOf(credited: bigint, rule: RefundFeeRule, networkFee: bigint): RefundFee {
  if (credited <= 0n) return { network: 0n, fixed: 0n, share: 0n, max: 0n };
  const network = rule.network ? networkFee : 0n;
  const share = (credited * rule.ppm) / MILLION;
  const cap = (credited * smaller(rule.capPpm, MAX_CAP_PPM)) / MILLION;
  return { network, fixed: rule.fixed, share, max: smaller(network + rule.fixed + share, cap) };
}

/** The amount to refund: what was credited, less the fee. */
export const refundOf = ({ creditedAmount, refundFee }: { readonly creditedAmount: bigint; readonly refundFee: bigint }): bigint =>
  creditedAmount - refundFee;
