import type { Resource } from '#contract/document.ts';
import type { FeeAttributes } from '#contract/public/directions.ts';
import { formatAmount } from '#core/money/amount.ts';
import type { Direction, PaymentSystem } from '#core/payment-system/payment-system.ts';
import { deviationPercent } from '#core/money/percent.ts';
import type { DirectionPrice } from '#core/pricing/direction-price.ts';
import type { Deps } from '#server/deps.ts';
import { firstRateOf } from './first-rate.ts';

type FeeDeps = Pick<Deps, 'catalogue' | 'quotes'>;

const largest = (amounts: readonly bigint[]): bigint | null =>
  amounts.length === 0 ? null : amounts.reduce((most, amount) => (amount > most ? amount : most));

const amountOrNull = (amount: bigint | null, { scale }: PaymentSystem): string | null =>
  amount === null ? null : formatAmount(amount, scale);

/** Deviations from the market in percent, the best first. As `number` only for sorting. */
const deviationsOf = (prices: readonly DirectionPrice[]): readonly string[] =>
  prices.map((price) => deviationPercent(firstRateOf(price), price.reference)).toSorted((a, b) => Number(b) - Number(a));

/** Fees of every payment system from the prices of its open directions, in its own currency. A system without open directions is left out. */
export function listFeeRows({ catalogue, quotes }: FeeDeps, directions: readonly Direction[]): readonly Resource<FeeAttributes>[] {
  const prices = directions.flatMap((direction) => {
    const quoted = quotes.priceOf(direction);
    return quoted.ok ? [quoted.value] : [];
  });
  const byIncome = Map.groupBy(prices, ({ income }) => income.code);
  const byOutcome = Map.groupBy(prices, ({ outcome }) => outcome.code);
  return catalogue.paymentSystems().flatMap((system) => {
    const [given, received] = [byIncome.get(system.code) ?? [], byOutcome.get(system.code) ?? []];
    if (given.length + received.length === 0) return [];
    const deviations = deviationsOf(received);
    return [
      {
        type: 'fees',
        id: system.code,
        attributes: {
          max_income_fee: amountOrNull(largest(given.map(({ direction }) => direction.incomeFeeFixed)), system),
          max_outcome_fee: amountOrNull(largest(received.map(({ direction }) => direction.outcomeFeeFixed)), system),
          max_network_fee: amountOrNull(largest(received.map(({ networkFee }) => networkFee)), system),
          best_deviation_percent: deviations[0] ?? null,
          worst_deviation_percent: deviations.at(-1) ?? null,
        },
      },
    ];
  });
}
