import { divideUp } from '#core/money/bigint.ts';
import { pow10, roundUpToPrecision } from '#core/money/decimals.ts';
import type { Fee } from '#core/order/quote.ts';
import { bandOf } from './convert.ts';
import type { DirectionPrice } from './direction-price.ts';

const MILLION = 1_000_000n;

/** Fees of an income in minor units of their side, rounded up, without zero ones (domain 3). */
export function feesOf(price: DirectionPrice, incomeAmount: bigint): readonly Fee[] {
  const { direction, income, outcome, premiumPpm, reference } = price;
  // The fixed fee is deducted first. The income's percentage is of the rest, the outcome's of the converted amount
  const afterFixedFee = incomeAmount - direction.incomeFeeFixed;
  const incomeFee = divideUp(afterFixedFee * BigInt(direction.incomeFeePpm), MILLION);
  const fees: Fee[] = [
    { kind: 'service', side: 'income', amount: roundUpToPrecision(incomeFee, income) },
    { kind: 'fixed', side: 'income', amount: direction.incomeFeeFixed },
  ];
  if (premiumPpm > 0 || direction.outcomeFeePpm > 0) {
    const margin = MILLION - BigInt(bandOf(price, incomeAmount).marginPpm);
    const num = afterFixedFee * (MILLION - BigInt(direction.incomeFeePpm)) * margin * reference.num * pow10(outcome.scale);
    const den = MILLION * MILLION * reference.den * pow10(income.scale);
    const premium = BigInt(premiumPpm);
    const outcomeFee = divideUp(num * (MILLION - premium) * BigInt(direction.outcomeFeePpm), den * MILLION * MILLION);
    fees.push(
      { kind: 'slot', side: 'outcome', amount: roundUpToPrecision(divideUp(num * premium, den * MILLION), outcome) },
      { kind: 'service', side: 'outcome', amount: roundUpToPrecision(outcomeFee, outcome) },
    );
  }
  fees.push(
    { kind: 'fixed', side: 'outcome', amount: direction.outcomeFeeFixed },
    { kind: 'network', side: 'outcome', amount: price.networkFee },
  );
  return fees.filter((fee) => fee.amount > 0n);
}
