import { Link } from 'react-router';
import { currencySign, formatDecimal, trimRate } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { pairPath, systemPath } from '#core/pair-path.ts';
import { buttonLook } from '#ui/Button.tsx';
import { Mark } from '#ui/Mark.tsx';
import { useWords } from '#web/i18n/use-words.ts';
import type { Directions, ShownDirection, SideOfCoin } from './directions.ts';

const RATE_DIGITS = 6;

function Line({ direction: { from, to, rate }, side }: { readonly direction: ShownDirection; readonly side: 'give' | 'get' }) {
  const { t, locale, to: pathOf } = useWords();
  const other = side === 'give' ? to : from;
  const said = {
    one: currencySign(rate.one, locale),
    rate: formatDecimal(trimRate(rate.text, RATE_DIGITS), { locale }),
    unit: currencySign(rate.unit, locale),
  };
  return (
    <li className="break-inside-avoid border-t border-line">
      <Link to={pathOf(pairPath(from.id, to.id))} className="flex min-h-12 items-center gap-3 py-1.5 hover:bg-well">
        <Mark kind={other.kind} {...other.mark} network={other.network} className="size-7" />
        <span className="min-w-0 flex-1 leading-5">
          {t('crypto.coin.direction', { from: from.name, to: to.name })}
          <span className="figures block text-sm text-muted">{t('crypto.coin.rate', said)}</span>
        </span>
      </Link>
    </li>
  );
}

interface SideProps {
  readonly symbol: string;
  readonly side: 'give' | 'get';
  readonly directions: SideOfCoin;
}

function Side({ symbol, side, directions: { shown, more, system } }: SideProps) {
  const { t, to } = useWords();
  if (shown.length === 0) return null;
  const id = `coin-${side}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lg font-semibold">
        {t(`crypto.coin.${side}`, { symbol })}
      </h2>
      <ul>
        {shown.map((direction) => (
          <Line key={`${direction.from.id}/${direction.to.id}`} direction={direction} side={side} />
        ))}
      </ul>
      {more === 0 || system === null ? null : (
        <p className="mt-2">
          <Link className="link inline-grid min-h-11 items-center" to={to(`/?${side === 'give' ? 'from' : 'to'}=${system}`)}>
            {t('crypto.coin.more', { count: more })}
          </Link>
        </p>
      )}
    </section>
  );
}

/** What the coin is given and got on: each network has a page of its own. */
function Systems({ directions: { give, get } }: { readonly directions: Directions }) {
  const { to } = useWords();
  const own = new Map([...give.shown.map(({ from }) => from), ...get.shown.map((one) => one.to)].map(({ id, name }) => [id, name]));
  return (
    <p className="flex flex-wrap gap-x-6 md:col-span-2">
      {[...own].map(([id, name]) => (
        <Link key={id} className="link inline-flex min-h-11 items-center" to={to(systemPath(id))}>
          {name}
        </Link>
      ))}
    </p>
  );
}

export interface CoinDirectionsProps {
  readonly symbol: string;
  readonly directions: Directions;
  readonly ratesAt: string;
}

/** What the coin can be exchanged for here and now, both ways; each line leads to its exchange. */
export function CoinDirections({ symbol, directions, ratesAt }: CoinDirectionsProps) {
  const { t, to, locale } = useWords();
  if (directions.give.shown.length + directions.get.shown.length === 0)
    return (
      <div className="mt-14">
        <p className="mb-4">{t('crypto.coin.none', { symbol })}</p>
        <Link to={to('/')} className={buttonLook('plain')}>
          {t('crypto.coin.to_exchange')}
        </Link>
      </div>
    );
  return (
    <div className="mt-14">
      <div className="grid gap-x-12 gap-y-10 md:grid-cols-2">
        <Systems directions={directions} />
        <Side symbol={symbol} side="give" directions={directions.give} />
        <Side symbol={symbol} side="get" directions={directions.get} />
      </div>
      <p className="mt-4 max-w-prose text-sm leading-6 text-muted">
        {t('crypto.coin.rates_note', { at: formatDateTime(ratesAt, locale) })}
      </p>
    </div>
  );
}
