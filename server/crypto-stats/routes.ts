import {
  type CryptoDirectionAttributes,
  getCryptoChart,
  getCryptoInfo,
  getPairChart,
  listCryptoDirections,
  listTop10,
  listTop15,
} from '#contract/public/crypto-stats.ts';
import type { Locale } from '#core/locale.ts';
import { decimalText } from '#core/pricing/plain-decimal.ts';
import { accept, refuse } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { createOwnHistory, createRateHistory } from '#server/history/rate-history.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { createStatsReader, presentCoin } from './read-stats.ts';
import type { StoredCoin } from './store.ts';

/** Open directions with this market symbol on exactly one side, each with the rate of its smallest amounts. */
function listDirections({ catalogue, quotes }: Pick<Deps, 'catalogue' | 'quotes'>, symbol: string): readonly CryptoDirectionAttributes[] {
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

type StatsDeps = Pick<Deps, 'db' | 'clock' | 'log' | 'catalogue' | 'quotes'>;

/** Endpoints of crypto statistics (spec 7, contract 4). `isOn` false: the owner has switched them off, and they give no coins. */
export function cryptoStatsRoutes(deps: StatsDeps, { isOn }: { readonly isOn: boolean }): Route[] {
  const reader = createStatsReader(deps);
  const rateHistory = createRateHistory(deps);
  const ownHistory = createOwnHistory(deps);
  const resourceOf = (coin: StoredCoin, locale: Locale) => ({
    type: 'crypto_stats',
    id: coin.symbol,
    attributes: presentCoin(coin, { systems: deps.catalogue.paymentSystems(), locale, now: deps.clock.now() }),
  });
  const coinOf = async (id: string) => (isOn ? await reader.coinOf(id) : undefined);
  const top = async (count: number, locale: Locale) => {
    const coins = isOn ? await reader.coins() : [];
    return accept({
      data: coins
        .filter(({ rank }) => rank !== null)
        .slice(0, count)
        .map((coin) => resourceOf(coin, locale)),
    });
  };
  return [
    route(listTop10, ({ locale }) => top(10, locale)),
    route(listTop15, ({ locale }) => top(15, locale)),
    route(getCryptoInfo, async ({ params, locale }) => {
      const coin = await coinOf(params.id);
      return coin === undefined ? refuse({ code: 'not_found' }) : accept({ data: resourceOf(coin, locale) });
    }),
    route(getCryptoChart, async ({ params, query }) => {
      const coin = await coinOf(params.id);
      if (coin === undefined) return refuse({ code: 'not_found' });
      const attributes = await reader.chartOf(coin, query.period ?? 'day');
      return accept({ data: { type: 'charts', id: `${coin.symbol}-${attributes.period}`, attributes } });
    }),
    route(getPairChart, async ({ params: { income_id: incomeId, outcome_id: outcomeId }, query }) => {
      const codes = { income: incomeId.toUpperCase(), outcome: outcomeId.toUpperCase() };
      const history = await rateHistory(codes, query.period ?? 'day');
      if (history === undefined) return refuse({ code: 'not_found' });
      const id = `${codes.income}-${codes.outcome}-${history.period}`;
      const ours = await ownHistory(codes, history);
      // Never stale: a direction closes before its prices grow old
      return accept({ data: { type: 'charts', id, attributes: { ...history, is_stale: false, ours } } });
    }),
    route(listCryptoDirections, async ({ params }) => {
      const coin = await coinOf(params.id);
      if (coin === undefined) return refuse({ code: 'not_found' });
      const directions = listDirections(deps, coin.symbol);
      return accept({
        data: directions.map((attributes) => ({
          type: 'directions',
          id: `${attributes.income_payment_system_id}-${attributes.outcome_payment_system_id}`,
          attributes,
        })),
      });
    }),
  ];
}
