import { stepOf } from '#core/money/decimals.ts';
import type { Band, DirectionPrice } from './direction-price.ts';

const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n || a % b === 0n ? a / b : a / b - 1n);
const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);

/** The band of an income amount. */
export function bandOf(price: DirectionPrice, incomeAmount: bigint): Band {
  if (price.bands.length === 1) return price.bands[0];
  return price.bands.findLast((band) => band.fromIncome <= incomeAmount) ?? price.bands[0];
}

/**
 * The outcome of an income, rounded down to the outcome's precision (domain 2); zero where fees exceed it. Both in minor units. Monotonic in the
 * income.
 */
export function outcomeFor(price: DirectionPrice, incomeAmount: bigint): bigint {
  const band = bandOf(price, incomeAmount);
  const step = stepOf(price.outcome);
  const outcome = floorDiv(band.slope * incomeAmount - band.offset, band.divisor * step) * step;
  return outcome > 0n && incomeAmount > 0n ? outcome : 0n;
}

function incomeInBand(band: Band, outcomeAmount: bigint, step: bigint): bigint {
  const requiredIncome = ceilDiv(outcomeAmount * band.divisor + band.offset, band.slope * step) * step;
  return requiredIncome > band.fromIncome ? requiredIncome : band.fromIncome;
}

/**
 * The smallest income, a multiple of its precision, that yields at least `outcomeAmount` (positive), rounded up (domain 2). The cheaper one
 * where a step makes a larger amount cheaper.
 */
export function incomeFor(price: DirectionPrice, outcomeAmount: bigint): bigint {
  const step = stepOf(price.income);
  const incomes = price.bands.map((band) => incomeInBand(band, outcomeAmount, step));
  return incomes.reduce((least, income) => (income < least ? income : least));
}

/** The largest income whose outcome does not exceed `outcomeCap` (a multiple of the outcome's precision). */
export function largestIncomeWithin(price: DirectionPrice, outcomeCap: bigint): bigint {
  const step = stepOf(price.income);
  const firstBeyond = outcomeCap + stepOf(price.outcome);
  let largest = 0n;
  for (const band of price.bands) {
    if (band.fromIncome > 0n && outcomeFor(price, band.fromIncome) > outcomeCap) break;
    const lastBefore = (ceilDiv(firstBeyond * band.divisor + band.offset, band.slope * step) - 1n) * step;
    largest = band.toIncome !== null && band.toIncome < lastBefore ? band.toIncome : lastBefore;
  }
  return largest > 0n ? largest : 0n;
}
