import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Mark } from '#ui/Mark.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import { type Coin, nextSort, type Sort, type SortKey, searchOf, sorted, sortIn } from './coins.ts';
import { Arrow, Change, Price, Sum, WeekLine } from './MarketFigures.tsx';

/** Columns besides the coin's own; what does not fit on a phone comes with the room for it. */
const COLUMNS: readonly { readonly key: Exclude<SortKey, 'rank'>; readonly room: string }[] = [
  { key: 'price', room: '' },
  { key: 'change_1h', room: 'hidden md:table-cell' },
  { key: 'change_24h', room: '' },
  { key: 'change_7d', room: 'hidden sm:table-cell' },
  { key: 'cap', room: 'hidden lg:table-cell' },
  { key: 'volume', room: 'hidden lg:table-cell' },
];
const WEEK_ROOM = 'hidden md:table-cell';
const CELL = 'border-t border-board-line py-2.5';

/** The name of a column, which puts the list in its order; `aria-sort` says which is in force. */
function Head({ name, now, room = '' }: { readonly name: SortKey; readonly now: Sort; readonly room?: string }) {
  const { t } = useWords();
  const isNow = now.key === name;
  return (
    <th
      scope="col"
      aria-sort={isNow ? (now.isDown ? 'descending' : 'ascending') : undefined}
      className={`font-normal ${name === 'rank' ? 'pr-3 text-left' : 'pl-3 text-right md:pl-7'} ${room}`}
    >
      <Link
        to={{ search: searchOf(nextSort(now, name)) }}
        replace
        preventScrollReset
        rel="nofollow"
        className={`inline-flex min-h-11 items-center gap-1 whitespace-nowrap hover:text-on-board focus-visible:outline-on-board ${isNow ? 'text-on-board underline underline-offset-4' : 'text-board-muted'}`}
      >
        {t(`crypto.column.${name}`)}
        {name.startsWith('change_') ? <span className="sr-only">, {t(`crypto.long.${name}`)}</span> : null}
        {isNow ? <Arrow drift={now.isDown ? 'down' : 'up'} /> : null}
      </Link>
    </th>
  );
}

interface RowProps {
  readonly coin: Coin;
  /** Its price when the page came. */
  readonly wasUsd: string;
}

function Row({ coin, wasUsd }: RowProps) {
  const { to } = useWords();
  const figures = {
    price: <Price usd={coin.price_usd} wasUsd={wasUsd} />,
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
      {COLUMNS.map(({ key, room }) => (
        <td key={key} className={`${CELL} pl-3 text-right md:pl-7 whitespace-nowrap ${room}`}>
          {figures[key]}
        </td>
      ))}
      <td className={`${CELL} pl-7 text-right ${WEEK_ROOM}`}>
        <WeekLine week={coin.week} />
      </td>
    </tr>
  );
}

interface CoinBoardProps {
  readonly coins: readonly Coin[];
  /** As they were when the page came. */
  readonly first: readonly Coin[];
}

/** The board of coins: put in order by its heads; what is told anew comes where it stood. */
export function CoinBoard({ coins, first }: CoinBoardProps) {
  const { t } = useWords();
  const sort = sortIn(useLocation().search);
  // Which line stands where was decided when the order was chosen, by what was told then
  const [order, setOrder] = useState({ sort, symbols: sorted(first, sort).map(({ symbol }) => symbol) });
  if (order.sort.key !== sort.key || order.sort.isDown !== sort.isDown) {
    setOrder({ sort, symbols: sorted(coins, sort).map(({ symbol }) => symbol) });
  }
  const bySymbol = new Map(coins.map((coin) => [coin.symbol, coin]));
  const wasOf = new Map(first.map((coin) => [coin.symbol, coin.price_usd]));
  return (
    <div className="rounded-tray bg-board px-3 pt-1 pb-2 text-on-board sm:px-6">
      <table className="figures w-full border-collapse text-sm">
        <caption className="sr-only">{t('crypto.board')}</caption>
        <thead>
          <tr>
            <Head name="rank" now={sort} />
            <th scope="col" className="text-left font-normal text-board-muted">
              {t('crypto.column.name')}
            </th>
            {COLUMNS.map(({ key, room }) => (
              <Head key={key} name={key} now={sort} room={room} />
            ))}
            <th scope="col" className={`pl-7 text-right font-normal text-board-muted ${WEEK_ROOM}`}>
              {t('crypto.column.week')}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.symbols.map((symbol) => {
            const coin = bySymbol.get(symbol);
            return coin === undefined ? null : <Row key={symbol} coin={coin} wasUsd={wasOf.get(symbol) ?? coin.price_usd} />;
          })}
        </tbody>
      </table>
    </div>
  );
}
