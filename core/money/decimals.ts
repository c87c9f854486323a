/**
 * Decimals of a payment system: `scale` in the ledger (1 BTC = 10^8 minor units), `precision` in amounts shown, typed or promised.
 * `precision <= scale`.
 */
export interface Decimals {
  readonly scale: number;
  readonly precision: number;
}

// A table, as every price needs several powers and computing them is several times slower
const POWERS: readonly bigint[] = Array.from({ length: 64 }, (_, n) => 10n ** BigInt(n));

/** 10^n for n >= 0. */
export const pow10 = (n: number): bigint => POWERS[n] ?? 10n ** BigInt(n);

/** The smallest step of an amount of a payment system, minor units. */
export const stepOf = (decimals: Decimals): bigint => pow10(decimals.scale - decimals.precision);

/** Rounds minor units down to the precision: used for the outcome (domain 2). */
export const roundDownToPrecision = (minor: bigint, decimals: Decimals): bigint => {
  const step = stepOf(decimals);
  return (minor / step) * step;
};

/** Rounds minor units up to the precision: used for the income (domain 2). */
export const roundUpToPrecision = (minor: bigint, decimals: Decimals): bigint => {
  const step = stepOf(decimals);
  return ((minor + step - 1n) / step) * step;
};
