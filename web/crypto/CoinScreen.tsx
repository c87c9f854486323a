import { lazy, useState } from 'react';
import { Link } from 'react-router';
import { currencySign } from '#core/format/amount.ts';
import { marketPrice } from '#core/format/market-figure.ts';
import { chartTimes } from '#core/history/chart-time.ts';
import { Mark } from '#ui/Mark.tsx';
import { LazyChart } from '#web/history/LazyChart.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { CoinDirections } from './CoinDirections.tsx';
import { Change, Price, Sum, StaleNotice, Source, useRefresh } from './MarketFigures.tsx';
import type { Coin } from './coins.ts';
import type { CoinPage } from './load-crypto.ts';

const CoinHistory = lazy(async () => ({ default: (await retryUntilLoaded(() => import('#web/history/CoinHistory.tsx'))).CoinHistory }));

/** The coin's figures, price first. */
function Figures({ coin, initialUsd }: { readonly coin: Coin; readonly initialUsd: string }) {
  const { t, locale } = useTranslation();
  const figures = [
    ...(['change_1h', 'change_24h', 'change_7d'] as const).map((key) => ({
      key,
      name: t(`crypto.long.${key}`),
      value: <Change percent={coin[key]} />,
    })),
    { key: 'cap', name: t('crypto.coin.cap'), value: <Money usd={coin.market_cap_usd} /> },
    { key: 'volume', name: t('crypto.coin.volume'), value: <Money usd={coin.volume_24h_usd} /> },
    { key: 'rank', name: t('crypto.coin.rank'), value: coin.rank ?? '—' },
  ];
  return (
    <dl className="figures grid gap-x-8 gap-y-4 rounded-tray bg-board px-4 py-5 text-on-board sm:grid-cols-2 sm:px-6 lg:grid-cols-6">
      <div className="sm:col-span-2 lg:col-span-6">
        <dt className="text-sm text-board-muted">{t('crypto.coin.price')}</dt>
        <dd className="text-display">
          <Price usd={coin.price_usd} initialUsd={initialUsd} /> {currencySign('USD', locale)}
        </dd>
      </div>
      {figures.map(({ key, name, value }) => (
        <div key={key} className="flex items-baseline justify-between gap-4 sm:block">
          <dt className="text-sm text-board-muted">{name}</dt>
          <dd className="text-right sm:text-left">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Money({ usd }: { readonly usd: string | null }) {
  const { locale } = useTranslation();
  return (
    <>
      <Sum usd={usd} /> {usd === null ? null : currencySign('USD', locale)}
    </>
  );
}

/** Prices of a day, for pages without scripts. */
function DayTable({ symbol, day }: { readonly symbol: string; readonly day: CoinPage['day'] }) {
  const { t, locale } = useTranslation();
  const times = chartTimes('day', locale);
  return (
    <table className="figures mt-10 hidden w-full max-w-md text-sm noscript:table">
      <caption className="mb-2 text-left text-lg font-semibold">{t('crypto.coin.table', { symbol })}</caption>
      <thead>
        <tr className="text-muted">
          <th scope="col" className="text-left font-normal">
            {t('crypto.coin.when')}
          </th>
          <th scope="col" className="text-right font-normal">
            {t('crypto.column.price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {day.map(([at, price]) => (
          <tr key={at} className="border-t border-line">
            <th scope="row" className="py-1.5 text-left font-normal">
              {times.row(Date.parse(at))}
            </th>
            <td className="text-right">{marketPrice(price, locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Links to other large coins. */
function OtherCoins({ others }: Pick<CoinPage, 'others'>) {
  const { t, to } = useTranslation();
  if (others.length === 0) return null;
  return (
    <nav aria-labelledby="other-coins" className="mt-12">
      <h2 id="other-coins" className="text-lg font-semibold">
        {t('crypto.coin.others')}
      </h2>
      <ul className="figures mt-3 grid gap-x-8 rounded-tray bg-board px-4 py-3 text-on-board sm:grid-cols-2 sm:px-6 lg:grid-cols-3">
        {others.map(({ symbol, name, change }) => (
          <li key={symbol}>
            <Link
              className="flex min-h-11 items-center gap-3 hover:underline focus-visible:outline-on-board"
              to={to(`/crypto/${symbol.toLowerCase()}`)}
            >
              <span className="min-w-0 flex-1 truncate">
                {name} <span className="text-board-muted">{symbol}</span>
              </span>
              <Change percent={change} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One coin: figures, history, and what it can be exchanged for. */
export function CoinScreen({ coin: initialCoin, directions, day, others, ratesAt }: CoinPage) {
  const { t, to, locale } = useTranslation();
  const [coin, setCoin] = useState(initialCoin);
  const { symbol } = coin;
  useRefresh(async (signal) => {
    const { fetchCoin } = await import('./fetch-coins.ts');
    const update = await fetchCoin(symbol, locale, signal);
    if (update !== undefined && !signal.aborted) setCoin((current) => ({ ...current, ...update }));
  });
  return (
    <div className="mx-auto max-w-[72rem] px-4 py-8 sm:px-6 md:py-12">
      <p className="mb-2">
        <Link className="link inline-grid min-h-11 items-center" to={to('/crypto')}>
          {t('crypto.coin.back')}
        </Link>
      </p>
      <h1 className="mb-6 flex flex-wrap items-center gap-3 text-2xl font-semibold">
        <Mark kind="crypto" {...coin.mark} className="size-10" />
        <span>
          {coin.name} <span className="font-normal text-muted">{symbol}</span>
        </span>
      </h1>
      <StaleNotice figures={coin} />
      <Figures coin={coin} initialUsd={initialCoin.price_usd} />
      <Source figures={coin} />
      <LazyChart id="coin-history" title={t('crypto.coin.chart')}>
        {() => <CoinHistory symbol={symbol} changes={{ day: coin.change_24h, week: coin.change_7d }} />}
      </LazyChart>
      <DayTable symbol={symbol} day={day} />
      <CoinDirections symbol={symbol} directions={directions} ratesAt={ratesAt} />
      <OtherCoins others={others} />
    </div>
  );
}
