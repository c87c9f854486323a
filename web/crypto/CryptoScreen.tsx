import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Mark } from '#ui/Mark.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { Arrow, Change, Price, Sum, WeekLine, StaleNotice, Source, useRefresh } from './MarketFigures.tsx';
import { type Coin, nextSort, type Sort, type SortKey, searchOf, sorted, sortIn, updateInPlace } from './coins.ts';

/** Columns of figures, with the widths at which they show. */
const COLUMNS: readonly { readonly key: Exclude<SortKey, 'rank'>; readonly className: string }[] = [
  { key: 'price', className: '' },
  { key: 'change_1h', className: 'hidden md:table-cell' },
  { key: 'change_24h', className: '' },
  { key: 'change_7d', className: 'hidden sm:table-cell' },
  { key: 'cap', className: 'hidden lg:table-cell' },
  { key: 'volume', className: 'hidden lg:table-cell' },
];
const WEEK_CLASS = 'hidden md:table-cell';
const CELL = 'border-t border-board-line py-2.5';

/** A column head that sorts the list; `aria-sort` marks the present order. */
function Head({ name, sort, className = '' }: { readonly name: SortKey; readonly sort: Sort; readonly className?: string }) {
  const { t } = useTranslation();
  const isSorted = sort.key === name;
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined}
      className={`font-normal ${name === 'rank' ? 'pr-3 text-left' : 'pl-3 text-right md:pl-7'} ${className}`}
    >
      <Link
        to={{ search: searchOf(nextSort(sort, name)) }}
        replace
        preventScrollReset
        rel="nofollow"
        className={`inline-flex min-h-11 items-center gap-1 whitespace-nowrap hover:text-on-board focus-visible:outline-on-board ${isSorted ? 'text-on-board underline underline-offset-4' : 'text-board-muted'}`}
      >
        {t(`crypto.column.${name}`)}
        {name.startsWith('change_') ? <span className="sr-only">, {t(`crypto.long.${name}`)}</span> : null}
        {isSorted ? <Arrow drift={sort.isDescending ? 'down' : 'up'} /> : null}
      </Link>
    </th>
  );
}

interface RowProps {
  readonly coin: Coin;
  /** Price when the page was loaded. */
  readonly initialUsd: string;
}

function Row({ coin, initialUsd }: RowProps) {
  const { to } = useTranslation();
  const figures = {
    price: <Price usd={coin.price_usd} initialUsd={initialUsd} />,
    change_1h: <Change percent={coin.change_1h} />,
    change_24h: <Change percent={coin.change_24h} />,
    change_7d: <Change percent={coin.change_7d} />,
    cap: <Sum usd={coin.market_cap_usd} />,
    volume: <Sum usd={coin.volume_24h_usd} />,
  };
  return (
    <tr className="relative hover:bg-board-line/40">
      <td className={`${CELL} pr-3 text-left text-board-muted`}>{coin.rank}</td>
      <th scope="row" className={`${CELL} w-full max-w-0 text-left font-normal`}>
        <Link
          to={to(`/crypto/${coin.symbol.toLowerCase()}`)}
          className="flex items-center gap-2.5 after:absolute after:inset-0 focus-visible:outline-on-board"
        >
          <Mark kind="crypto" {...coin.mark} className="size-7 max-[22rem]:hidden" />
          <span className="min-w-0">
            <span className="block leading-5 wrap-anywhere">{coin.name}</span>
            <span className="block text-xs leading-4 text-board-muted">{coin.symbol}</span>
          </span>
        </Link>
      </th>
      {COLUMNS.map(({ key, className }) => (
        <td key={key} className={`${CELL} pl-3 text-right md:pl-7 whitespace-nowrap ${className}`}>
          {figures[key]}
        </td>
      ))}
      <td className={`${CELL} pl-7 text-right ${WEEK_CLASS}`}>
        <WeekLine week={coin.week} />
      </td>
    </tr>
  );
}

interface CoinBoardProps {
  readonly coins: readonly Coin[];
  /** Coins when the page was loaded. */
  readonly initialCoins: readonly Coin[];
}

/** The list of coins, sorted by its column heads. New figures do not move rows. */
function CoinBoard({ coins, initialCoins }: CoinBoardProps) {
  const { t } = useTranslation();
  const sort = sortIn(useLocation().search);
  // Rows are ordered when a sorting is chosen; later figures do not move them
  const [order, setOrder] = useState({ sort, symbols: sorted(initialCoins, sort).map(({ symbol }) => symbol) });
  if (order.sort.key !== sort.key || order.sort.isDescending !== sort.isDescending) {
    setOrder({ sort, symbols: sorted(coins, sort).map(({ symbol }) => symbol) });
  }
  const bySymbol = new Map(coins.map((coin) => [coin.symbol, coin]));
  const initialPrices = new Map(initialCoins.map((coin) => [coin.symbol, coin.price_usd]));
  return (
    <div className="rounded-tray bg-board px-3 pt-1 pb-2 text-on-board sm:px-6">
      <table className="figures w-full border-collapse text-sm">
        <caption className="sr-only">{t('crypto.board')}</caption>
        <thead>
          <tr>
            <Head name="rank" sort={sort} />
            <th scope="col" className="text-left font-normal text-board-muted">
              {t('crypto.column.name')}
            </th>
            {COLUMNS.map(({ key, className }) => (
              <Head key={key} name={key} sort={sort} className={className} />
            ))}
            <th scope="col" className={`pl-7 text-right font-normal text-board-muted ${WEEK_CLASS}`}>
              {t('crypto.column.week')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.symbols.map((symbol) => {
            const coin = bySymbol.get(symbol);
            return coin === undefined ? null : <Row key={symbol} coin={coin} initialUsd={initialPrices.get(symbol) ?? coin.price_usd} />;
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The coin with the oldest figures: their age is shown for the whole list. */
const oldest = (coins: readonly Coin[]): Coin | undefined => coins.toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1))[0];

/** The largest coins, refreshed while the page is visible. */
export function CryptoScreen({ coins: initialCoins }: { readonly coins: readonly Coin[] }) {
  const { t, locale } = useTranslation();
  const [coins, setCoins] = useState(initialCoins);
  useRefresh(async (signal) => {
    // Loaded on first use: the page starts without it
    const { fetchCoins } = await import('./fetch-coins.ts');
    const updates = await fetchCoins(locale, signal);
    if (updates !== undefined && !signal.aborted) setCoins((current) => updateInPlace(current, updates));
  });
  const oldestCoin = oldest(coins);
  return (
    <div className="mx-auto max-w-[72rem] px-3 py-8 sm:px-6 md:py-12">
      <h1 className="mb-2 px-1 text-2xl font-semibold sm:px-0">{t('crypto.title')}</h1>
      {oldestCoin === undefined ? (
        <>
          <h2 className="mt-8 mb-2 text-lg font-semibold">{t('crypto.empty.title')}</h2>
          <p className="max-w-prose leading-7">{t('crypto.empty.text')}</p>
        </>
      ) : (
        <>
          <p className="mb-6 max-w-prose px-1 leading-7 text-muted sm:px-0">{t('crypto.lead')}</p>
          <StaleNotice figures={oldestCoin} />
          <CoinBoard coins={coins} initialCoins={initialCoins} />
          <Source figures={oldestCoin} />
        </>
      )}
    </div>
  );
}
