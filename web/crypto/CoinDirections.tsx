import { Link } from 'react-router';
import { currencySign, formatRateFigure } from '#core/format/amount.ts';
import { formatDateTime } from '#core/format/moment.ts';
import { pairPath, systemPath } from '#core/link/pair-path.ts';
import { buttonLook } from '#ui/Button.tsx';
import { Mark } from '#ui/Mark.tsx';
import { useTranslation } from '#web/i18n/use-translation.ts';
import type { Directions, CoinDirection, DirectionList } from './load-crypto.ts';

function DirectionRow({ direction: { from, to, rate }, side }: { readonly direction: CoinDirection; readonly side: 'give' | 'get' }) {
  const { t, locale, to: pathOf } = useTranslation();
  const otherSystem = side === 'give' ? to : from;
  const rateTexts = {
    one: currencySign(rate.base, locale),
    rate: formatRateFigure(rate.text, locale),
    unit: currencySign(rate.quote, locale),
  };
  return (
    <li className="break-inside-avoid border-t border-line">
      <Link to={pathOf(pairPath(from.id, to.id))} className="flex min-h-12 items-center gap-3 py-1.5 hover:bg-well">
        <Mark kind={otherSystem.kind} {...otherSystem.mark} network={otherSystem.network} className="size-7" />
        <span className="min-w-0 flex-1 leading-5">
          {t('crypto.coin.direction', { from: from.name, to: to.name })}
          <span className="figures block text-sm text-muted">{t('crypto.coin.rate', rateTexts)}</span>
        </span>
      </Link>
    </li>
  );
}

interface SideProps {
  readonly symbol: string;
  readonly side: 'give' | 'get';
  readonly directions: DirectionList;
}

function Side({ symbol, side, directions: { listed, moreCount, systemId } }: SideProps) {
  const { t, to } = useTranslation();
  if (listed.length === 0) return null;
  const id = `coin-${side}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 text-lg font-semibold">
        {t(`crypto.coin.${side}`, { symbol })}
      </h2>
      <ul>
        {listed.map((direction) => (
          <DirectionRow key={`${direction.from.id}/${direction.to.id}`} direction={direction} side={side} />
        ))}
      </ul>
      {moreCount === 0 || systemId === null ? null : (
        <p className="mt-2">
          <Link className="link inline-grid min-h-11 items-center" to={to(`/?${side === 'give' ? 'from' : 'to'}=${systemId}`)}>
            {t('crypto.coin.more', { count: moreCount })}
          </Link>
        </p>
      )}
    </section>
  );
}

/** Payment systems of the coin: each network has its own page. */
function Systems({ directions: { give, get } }: { readonly directions: Directions }) {
  const { to } = useTranslation();
  const systemNames = new Map(
    [...give.listed.map(({ from }) => from), ...get.listed.map((direction) => direction.to)].map(({ id, name }) => [id, name]),
  );
  return (
    <p className="flex flex-wrap gap-x-6 md:col-span-2">
      {[...systemNames].map(([id, name]) => (
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

/** What the coin can be exchanged for, both ways, with links to the exchanges. */
export function CoinDirections({ symbol, directions, ratesAt }: CoinDirectionsProps) {
  const { t, to, locale } = useTranslation();
  if (directions.give.listed.length + directions.get.listed.length === 0)
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
