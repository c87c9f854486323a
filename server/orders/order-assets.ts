import type { OrderAssets } from '#core/order/postings.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';

interface Pair {
  readonly incomeCode: string;
  readonly outcomeCode: string;
}

export interface OrderSides {
  readonly income: PaymentSystem;
  readonly outcome: PaymentSystem;
  readonly direction: Direction;
}

/** Both payment systems and the direction of an order. Orders reference these rows, so a missing one throws. */
export function orderSides(catalogue: Catalogue, pair: Pair): OrderSides {
  const income = catalogue.paymentSystem(pair.incomeCode);
  const outcome = catalogue.paymentSystem(pair.outcomeCode);
  const direction = catalogue.direction(pair.incomeCode, pair.outcomeCode);
  if (!income || !outcome || !direction) throw new Error(`the catalogue lost ${pair.incomeCode} -> ${pair.outcomeCode}`);
  return { income, outcome, direction };
}

export function orderAssets(catalogue: Catalogue, pair: Pair): OrderAssets {
  const { income, outcome } = orderSides(catalogue, pair);
  return { income: income.asset, outcome: outcome.asset };
}
