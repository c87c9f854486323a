import { pairPath } from '#core/link/pair-path.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BreakNotice } from './BreakNotice.tsx';
import type { ClosedData, NoPairData } from './load-exchange.ts';
import { useBreak } from './use-break.ts';
import { Link } from 'react-router';
import { Mark } from '#ui/Mark.tsx';
import { Unbroken } from '#ui/Unbroken.tsx';
import type { Pair } from '#web/catalogue/systems.ts';

/** `techBreak` null: orders are accepted. */
type ClosedPageData = Omit<ClosedData, 'kind' | 'techBreak'> & { readonly techBreak: ClosedData['techBreak'] | null };

/** The shop or the pair is closed by a technical break: reason and end. */
export function ClosedPage({ closed: { techBreak, pair, nearest } }: { readonly closed: ClosedPageData }) {
  const { t, to } = useTranslation();
  const currentBreak = useBreak(techBreak, { pair, isRefused: false });
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="mb-6 text-2xl leading-8 font-semibold text-balance">
        {t(currentBreak === null ? 'exchange.break.open' : pair === null ? 'exchange.break.closed' : 'exchange.break.pair_closed')}
      </h1>
      {currentBreak === null ? (
        <a href={to(pair === null ? '/' : pairPath(pair.from, pair.to))} className="link">
          {t('exchange.break.open_again')}
        </a>
      ) : (
        <BreakNotice techBreak={currentBreak} position="within" />
      )}
      {nearest.length === 0 ? null : <p className="mt-8 mb-4">{t('exchange.no_pair.meanwhile')}</p>}
      <NearestPairs pairs={nearest} />
    </div>
  );
}

/** The requested pair is not available: links to the nearest pairs. */
export function NoPairPage({ noPair }: { readonly noPair: NoPairData }) {
  const { t, to } = useTranslation();
  const { requested, nearest, isClosed } = noPair;
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="text-2xl leading-8 font-semibold text-balance">
        <Unbroken
          text={t(isClosed ? 'exchange.no_pair.closed_title' : 'exchange.no_pair.title', {
            from: requested.from.name,
            to: requested.to.name,
          })}
        />
      </h1>
      <p className="mt-3 mb-6 text-lg leading-7 text-muted">
        {t(`exchange.no_pair.${nearest.length === 0 ? 'nothing' : isClosed ? 'closed_text' : 'text'}`)}
      </p>
      <NearestPairs pairs={nearest} />
      <Link to={to('/')} reloadDocument className="link">
        {t('shell.home')}
      </Link>
    </div>
  );
}

/** Links to alternative pairs. */
function NearestPairs({ pairs }: { readonly pairs: readonly Pair[] }) {
  if (pairs.length === 0) return null;
  return (
    <ul className="mb-8 border-b border-line">
      {pairs.map((pair) => (
        <NearestPair key={`${pair.from.id} ${pair.to.id}`} pair={pair} />
      ))}
    </ul>
  );
}

function NearestPair({ pair }: { readonly pair: Pair }) {
  const { t, to } = useTranslation();
  const { from, to: outcome } = pair;
  return (
    <li className="border-t border-line">
      <Link to={to(pairPath(from.id, outcome.id))} reloadDocument className="flex min-h-13 items-center gap-3 py-2 hover:bg-well">
        <Mark kind={from.kind} {...from.mark} network={from.network} className="size-7" />
        <Mark kind={outcome.kind} {...outcome.mark} network={outcome.network} className="size-7" />
        <span className="min-w-0">{t('exchange.title', { from: from.name, to: outcome.name })}</span>
      </Link>
    </li>
  );
}
