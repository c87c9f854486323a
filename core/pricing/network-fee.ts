import { pow10, roundUpToPrecision, type Decimals } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';

/** Cost of one payout as estimated by a rail, minor units of the coin that pays the fee. */
export interface NetworkFeeEstimate {
  readonly amount: bigint;
  /** That coin's market symbol and scale. */
  readonly marketSymbol: string;
  readonly scale: number;
}

/** Significant digits of an estimate. The fee shown to customers should not change with every block. */
const FEE_DIGITS = 2;
/** An estimate above this multiple of the configured fee is not used: the node is wrong, or a person must decide. */
const MAX_TIMES_CONFIGURED = 50n;

function roundUpToDigits(amount: bigint, digits: number): bigint {
  const step = pow10(Math.max(0, amount.toString().length - digits));
  return ((amount + step - 1n) / step) * step;
}

/**
 * An estimate in minor units of the paid-out system, converted at US dollar prices and rounded up so that it covers the cost. Null if it is
 * not plausible.
 */
export function networkFeeIn(
  system: Decimals & { readonly networkFee: bigint },
  estimate: NetworkFeeEstimate,
  usd: { readonly coin: Fraction; readonly system: Fraction },
): bigint | null {
  if (estimate.amount < 0n) return null;
  const num = estimate.amount * usd.coin.num * usd.system.den * pow10(system.scale);
  const den = usd.coin.den * usd.system.num * pow10(estimate.scale);
  const fee = roundUpToPrecision(roundUpToDigits((num + den - 1n) / den, FEE_DIGITS), system);
  return system.networkFee > 0n && fee > system.networkFee * MAX_TIMES_CONFIGURED ? null : fee;
}
