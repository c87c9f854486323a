import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { officeListMarketPrices, officeListRateSources } from '#contract/office/catalogue/market.ts';
import { keys } from '#office/api/keys.ts';
import { Screen } from '#office/components/Screen.tsx';
import { useApi } from '#office/api/use-api.ts';
import { Problem } from '#office/components/Problem.tsx';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { MarketPrices } from './MarketPrices.tsx';
import { MarketStats } from './MarketStats.tsx';
import { RateSources } from './RateSources.tsx';

const REFRESH_MS = 5_000;

/** Health of the rate sources and of the statistics provider, and the market price of each symbol. */
export function MarketPage() {
  const api = useApi();
  const { t } = useTranslation();
  const sources = useQuery({
    queryKey: [...keys.changes(), 'sources'],
    queryFn: ({ signal }) => api(officeListRateSources, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const prices = useQuery({
    queryKey: [...keys.changes(), 'prices'],
    queryFn: ({ signal }) => api(officeListMarketPrices, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Screen title={t('rates.market.title')}>
      <section aria-labelledby="rate-sources">
        <h2 id="rate-sources">{t('rates.market.sources')}</h2>
        {sources.isError ? <Problem error={sources.error} retry={() => void sources.refetch()} /> : null}
        {sources.isPending ? <Skeleton height={80} /> : null}
        {sources.data?.data.length === 0 ? <p className="empty">{t('rates.market.no_sources')}</p> : null}
        {sources.data === undefined || sources.data.data.length === 0 ? null : <RateSources sources={sources.data.data} />}
      </section>
      <MarketStats />
      <section aria-labelledby="market-prices" className="market-prices">
        <h2 id="market-prices">{t('rates.market.prices')}</h2>
        {prices.isError ? <Problem error={prices.error} retry={() => void prices.refetch()} /> : null}
        {prices.isPending ? <Skeleton height={240} /> : null}
        {prices.data?.data.length === 0 ? <p className="empty">{t('rates.no_prices')}</p> : null}
        {prices.data === undefined || prices.data.data.length === 0 ? null : <MarketPrices prices={prices.data.data} />}
      </section>
    </Screen>
  );
}
