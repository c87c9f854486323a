import { pow10, roundUpToPrecision, type Decimals } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';

/** What one payout costs by the word of a rail, in minor units of the coin that its fees are paid in. */
export interface NetworkFeeEstimate {
  readonly amount: bigint;
  /** That coin: where its price is found, and how it counts. */
  readonly marketSymbol: string;
  readonly scale: number;
}

/** Digits that are kept of an estimate: prices of chains tremble, what a customer is shown need not. */
const FEE_DIGITS = 2;
/** An estimate so many times above what the payment system itself says is a node's nonsense or a storm in which a person decides. */
const MOST_TIMES_OWN = 50n;

function roundUpToDigits(amount: bigint, digits: number): bigint {
  const step = pow10(Math.max(0, amount.toString().length - digits));
  return ((amount + step - 1n) / step) * step;
}

/**
 * An estimate in minor units of the payment system that is paid out, converted at market prices in US dollars and rounded up: what it
 * costs is never more than what is charged. Null where it is not believed.
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
  return system.networkFee > 0n && fee > system.networkFee * MOST_TIMES_OWN ? null : fee;
}
