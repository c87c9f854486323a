import { divideDown, divideUp, larger, positivePart, smaller } from '#core/money/bigint.ts';
import { stepOf } from '#core/money/decimals.ts';
import type { Band, DirectionPrice } from './direction-price.ts';

/** The band that an income amount is in, minor units. */
export function bandOf(price: DirectionPrice, incomeAmount: bigint): Band {
  if (price.bands.length === 1) return price.bands[0];
  return price.bands.findLast((band) => band.fromIncome <= incomeAmount) ?? price.bands[0];
}

/**
 * The outcome of an income, rounded down to the precision (domain 2); zero if fees exceed it. Minor units. A larger income never yields
 * less.
 */
export function outcomeFor(price: DirectionPrice, incomeAmount: bigint): bigint {
  const band = bandOf(price, incomeAmount);
  const step = stepOf(price.outcome);
  const outcome = divideDown(band.slope * incomeAmount - band.offset, band.divisor * step) * step;
  return outcome > 0n && incomeAmount > 0n ? outcome : 0n;
}

/** The smallest income of a band that yields at least `outcomeAmount`, a multiple of `step`. */
function incomeInBand(band: Band, outcomeAmount: bigint, step: bigint): bigint {
  const requiredIncome = divideUp(outcomeAmount * band.divisor + band.offset, band.slope * step) * step;
  return larger(requiredIncome, band.fromIncome);
}

/** The smallest income that yields at least `outcomeAmount` (positive), rounded up to its precision (domain 2). Minor units. */
export function incomeFor(price: DirectionPrice, outcomeAmount: bigint): bigint {
  const step = stepOf(price.income);
  // A step may make a larger outcome cheaper, so every band is tried
  const incomes = price.bands.map((band) => incomeInBand(band, outcomeAmount, step));
  return incomes.reduce(smaller);
}

/** The largest income whose outcome does not exceed `outcomeCap`, a multiple of the outcome's precision. Zero if there is none. */
export function largestIncomeWithin(price: DirectionPrice, outcomeCap: bigint): bigint {
  const step = stepOf(price.income);
  const firstBeyond = outcomeCap + stepOf(price.outcome);
  let largest = 0n;
  for (const band of price.bands) {
    if (band.fromIncome > 0n && outcomeFor(price, band.fromIncome) > outcomeCap) break;
    const lastBefore = (divideUp(firstBeyond * band.divisor + band.offset, band.slope * step) - 1n) * step;
    largest = band.toIncome === null ? lastBefore : smaller(band.toIncome, lastBefore);
  }
  return positivePart(largest);
}
