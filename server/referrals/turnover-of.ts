import { pow10 } from '#core/money/decimals.ts';
import { divide, fraction, type Fraction, multiply, timesDown } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Deps } from '#server/deps.ts';
import { orderSides } from '#server/orders/order-assets.ts';
import type { Turnover } from './counting-store.ts';

const ROUBLES = 'RUB';

interface Side {
  readonly system: PaymentSystem;
  readonly amount: bigint;
}

const unitsOf = ({ system, amount }: Side): Fraction => fraction(amount, pow10(system.scale));
const hundredthsOf = (worth: Fraction): bigint => timesDown(100n, worth);

/** Turnover of a completed order: exact if one side is in roubles, else at current prices; undefined without a trusted price. */
export function turnoverOf({ catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>, order: Order): Turnover | undefined {
  const { income, outcome } = orderSides(catalogue, order);
  const sides: readonly Side[] = [
    { system: income, amount: order.creditedAmount },
    { system: outcome, amount: order.outcomeAmount },
  ];
  const priced = sides.flatMap((side) => {
    const price = quotes.usdOf(side.system.code);
    return price === undefined ? [] : [multiply(unitsOf(side), price)];
  });
  const [usd] = priced;
  if (usd === undefined) return undefined;
  const roubleSide = sides.find(({ system }) => system.currency === ROUBLES);
  const rouble = quotes.snapshot()?.prices.get(ROUBLES);
  if (roubleSide !== undefined) return { usd: hundredthsOf(usd), rub: hundredthsOf(unitsOf(roubleSide)) };
  return rouble === undefined ? undefined : { usd: hundredthsOf(usd), rub: hundredthsOf(divide(usd, rouble)) };
}
