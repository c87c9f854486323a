import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Resource } from '#contract/document.ts';
import { officeListMarketPrices, officeListRateSources, type RateSourceAttributes } from '#contract/office/catalogue/market.ts';
import { formatDecimal } from '#core/format/amount.ts';
import { formatAmount } from '#core/money/amount.ts';
import { keys } from '#office/api/keys.ts';
import { useApi } from '#office/api/use-api.ts';
import { Problem, Screen } from '#office/components/Screen.tsx';
import { ageParts, clockTime } from '#office/format/moment.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import { type Column, ListTable } from '#office/lists/ListTable.tsx';
import { MarketPrices } from './MarketPrices.tsx';
import { MarketStats } from './MarketStats.tsx';

type Row = Resource<RateSourceAttributes>;

const TONES: Readonly<Record<RateSourceAttributes['health'], string>> = { live: 'calm', failing: 'time', lost: 'loss' };

function Trouble({ source }: { readonly source: RateSourceAttributes }) {
  const { locale } = useTranslation();
  if (source.last_error === null || source.failures === 0) return <span className="dim">—</span>;
  return (
    <>
      {source.last_error}
      {source.last_error_at === null ? null : <span className="dim"> · {clockTime(source.last_error_at, locale)}</span>}
    </>
  );
}

function useColumns(): readonly Column<Row>[] {
  const { t, locale } = useTranslation();
  return useMemo(() => {
    const age = (ms: number | null) => {
      if (ms === null) return '—';
      const { unit, count } = ageParts(0, ms);
      return t(`office.age.${unit}`, { count });
    };
    const percent = (ppm: number | null) =>
      ppm === null ? '—' : `${formatDecimal(formatAmount(BigInt(Math.round(ppm / 1000)), 1), { locale })} %`;
    return [
      { key: 'name', label: t('rates.market.source'), cell: ({ attributes }: Row) => attributes.name },
      { key: 'kind', label: t('rates.market.kind'), cell: ({ attributes }: Row) => t(`rates.market.kinds.${attributes.kind}`) },
      {
        key: 'health',
        label: t('rates.market.health'),
        cell: ({ attributes: { health } }: Row) => <span className={`badge ${TONES[health]}`}>{t(`rates.market.healths.${health}`)}</span>,
      },
      { key: 'age', label: t('rates.market.age'), isNumber: true, cell: ({ attributes }: Row) => age(attributes.age_ms) },
      { key: 'quotes', label: t('rates.market.quotes'), isNumber: true, cell: ({ attributes }: Row) => attributes.quotes },
      { key: 'used', label: t('rates.market.used'), isNumber: true, cell: ({ attributes }: Row) => percent(attributes.used_ppm) },
      { key: 'trouble', label: t('rates.market.trouble'), cell: ({ attributes }: Row) => <Trouble source={attributes} /> },
    ];
  }, [t, locale]);
}

/** The rate sources: health, age of their data, and the share of quotes used. */
function RateSources({ sources }: { readonly sources: readonly Row[] }) {
  const { t } = useTranslation();
  const columns = useColumns();
  return <ListTable caption={t('rates.market.sources')} columns={columns} rows={sources} idOf={({ id }) => id} />;
}

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
      <section aria-labelledby="market-prices">
        <h2 id="market-prices">{t('rates.market.prices')}</h2>
        {prices.isError ? <Problem error={prices.error} retry={() => void prices.refetch()} /> : null}
        {prices.isPending ? <Skeleton height={240} /> : null}
        {prices.data?.data.length === 0 ? <p className="empty">{t('rates.no_prices')}</p> : null}
        {prices.data === undefined || prices.data.data.length === 0 ? null : <MarketPrices prices={prices.data.data} />}
      </section>
    </Screen>
  );
}
