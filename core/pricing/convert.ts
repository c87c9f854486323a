import { stepOf } from '#core/money/decimals.ts';
import type { Band, DirectionPrice } from './direction-price.ts';

const floorDiv = (a: bigint, b: bigint): bigint => (a >= 0n || a % b === 0n ? a / b : a / b - 1n);
const ceilDiv = (a: bigint, b: bigint): bigint => -floorDiv(-a, b);

/** The band that an income amount falls into. */
export function bandOf(price: DirectionPrice, incomeAmount: bigint): Band {
  if (price.bands.length === 1) return price.bands[0];
  return price.bands.findLast((band) => band.fromIncome <= incomeAmount) ?? price.bands[0];
}

/**
 * What the customer gets for an income, rounded down to the outcome's precision (domain 2); zero where fees eat everything.
 * Both in minor units. Monotonic in the income.
 */
export function outcomeFor(price: DirectionPrice, incomeAmount: bigint): bigint {
  const band = bandOf(price, incomeAmount);
  const step = stepOf(price.outcome);
  const outcome = floorDiv(band.slope * incomeAmount - band.offset, band.divisor * step) * step;
  return outcome > 0n && incomeAmount > 0n ? outcome : 0n;
}

function incomeInBand(band: Band, outcomeAmount: bigint, step: bigint): bigint {
  const needed = ceilDiv(outcomeAmount * band.divisor + band.offset, band.slope * step) * step;
  return needed > band.fromIncome ? needed : band.fromIncome;
}

/**
 * The least income, a multiple of the income's precision, that yields at least `outcomeAmount` (positive): what the customer must give
 * is rounded up (domain 2). Where a step makes a larger amount cheaper, the cheaper one is the answer.
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
    const onLine = (ceilDiv(firstBeyond * band.divisor + band.offset, band.slope * step) - 1n) * step;
    largest = band.toIncome !== null && band.toIncome < onLine ? band.toIncome : onLine;
  }
  return largest > 0n ? largest : 0n;
}
