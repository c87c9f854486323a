/** Refund fee rule: minor units of the income side, and parts per million of the credited amount. */
export interface RefundFeeRule {
  /** Whether the network fee of the refund is deducted. */
  readonly network: boolean;
  readonly fixed: bigint;
  readonly ppm: bigint;
  /** The upper bound, as a part of the credited amount. */
  readonly capPpm: bigint;
}

/** The rule without a fee. */
export const NO_REFUND_FEE: RefundFeeRule = { network: false, fixed: 0n, ppm: 0n, capPpm: 0n };

/** Whether the rule has any fee. */
export const hasRefundFee = ({ network, fixed, ppm, capPpm }: RefundFeeRule): boolean => capPpm > 0n && (network || fixed > 0n || ppm > 0n);
