/** The smaller of two amounts. */
export const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** The larger of two amounts. */
export const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/** An amount without its sign. */
export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The amount itself if it is positive, else zero. */
export const positivePart = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/** The quotient rounded towards minus infinity; `divisor` must be positive. */
export const divideDown = (dividend: bigint, divisor: bigint): bigint =>
  dividend >= 0n || dividend % divisor === 0n ? dividend / divisor : dividend / divisor - 1n;

/** The quotient rounded towards plus infinity; `divisor` must be positive. */
export const divideUp = (dividend: bigint, divisor: bigint): bigint => -divideDown(-dividend, divisor);
