import { formatMoney } from '#core/format/amount.ts';
import type { Locale } from '#core/locale.ts';
import { formatAmount } from '#core/money/amount.ts';
import { pow10 } from '#core/money/decimals.ts';
import type { Fraction } from '#core/money/fraction.ts';
import type { Order } from '#core/order/order.ts';
import type { OrderAssets } from '#core/order/postings.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import type { Catalogue } from '#server/payment-systems/catalogue.ts';
import type { Queryable } from '#server/platform/db/db.ts';

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

/** The order's own rate, everything included: outcome per one income in whole units. */
export function orderRateOf(
  catalogue: Catalogue,
  order: Pick<Order, 'incomeCode' | 'outcomeCode' | 'incomeAmount' | 'outcomeAmount'>,
): Fraction {
  const { income, outcome } = orderSides(catalogue, order);
  return { num: order.outcomeAmount * pow10(income.scale), den: order.incomeAmount * pow10(outcome.scale) };
}

/** What "I have paid" asks for: an invoice id where the payment system has such a field on its income side (spec 5). */
export function claimFieldOf(catalogue: Catalogue, order: Pick<Order, 'incomeCode'>): 'invoice_id' | 'tx_hash' | null {
  const system = catalogue.paymentSystem(order.incomeCode);
  return system?.incomeFields.some((field) => field.kind === 'invoice_id') ? 'invoice_id' : null;
}

type PeopleDeps = Pick<Deps, 'catalogue' | 'rails'>;

/** Whether operators pay out on the order's outcome rail. */
export const isPaidByPeople = ({ catalogue, rails }: PeopleDeps, order: Order): boolean =>
  rails.get(orderSides(catalogue, order).outcome.rail)?.capabilities.isManual === true;

/** When an operator took the payout to pay it by hand; undefined: not taken. */
export const findTakenByHandAt = async (
  { orderFacts }: Pick<Deps, 'orderFacts'>,
  db: Queryable,
  { id, status }: Pick<Order, 'id' | 'status'>,
): Promise<Instant | undefined> => (status === 'payout_sent' ? await orderFacts.findTakenByHandAt(db, id) : undefined);

/** Whether a payout that counts as sent still waits for an operator to pay it and report that. */
export const waitsForPeople = async (deps: PeopleDeps & Pick<Deps, 'orderFacts'>, db: Queryable, order: Order): Promise<boolean> =>
  order.status === 'payout_sent' && (isPaidByPeople(deps, order) || (await findTakenByHandAt(deps, db, order)) !== undefined);

/** An amount in minor units with its currency, as text for people. */
export const moneyText = (
  minor: bigint,
  { scale, precision, currency }: Pick<PaymentSystem, 'scale' | 'precision' | 'currency'>,
  locale: Locale,
): string => formatMoney(formatAmount(minor, scale), { currency_iso_code: currency, precision }, locale);
