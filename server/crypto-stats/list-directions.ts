import type { CryptoDirectionAttributes } from '#contract/public/crypto-stats.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import type { Deps } from '#server/deps.ts';

/** Open directions with this market symbol on exactly one side, each with the rate of its smallest amounts. */
export function listDirections(
  { catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>,
  symbol: string,
): readonly CryptoDirectionAttributes[] {
  const isOf = (code: string): boolean => catalogue.paymentSystem(code)?.marketSymbol === symbol;
  return catalogue
    .directions()
    .filter(({ incomeCode, outcomeCode }) => isOf(incomeCode) !== isOf(outcomeCode))
    .flatMap(({ incomeCode, outcomeCode }): readonly CryptoDirectionAttributes[] => {
      const price = quotes.priceOf({ incomeCode, outcomeCode });
      if (!price.ok) return [];
      return [
        { income_payment_system_id: incomeCode, outcome_payment_system_id: outcomeCode, rate: decimalText(price.value.bands[0].rate) },
      ];
    });
}
