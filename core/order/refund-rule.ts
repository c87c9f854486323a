/** What may be kept of money that goes back, in minor units of the income side and millionths of what was credited. */
export interface RefundFeeRule {
  /** What the network takes for sending it. */
  readonly network: boolean;
  readonly fixed: bigint;
  readonly ppm: bigint;
  /** Never more than this part of what was credited. */
  readonly capPpm: bigint;
}

/** The rule of a shop that keeps nothing. */
export const NOTHING_KEPT: RefundFeeRule = { network: false, fixed: 0n, ppm: 0n, capPpm: 0n };

/** Whether a rule lets anything be kept at all. */
export const keepsAnything = ({ network, fixed, ppm, capPpm }: RefundFeeRule): boolean =>
  capPpm > 0n && (network || fixed > 0n || ppm > 0n);
