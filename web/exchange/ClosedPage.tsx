import { pairPath } from '#core/link/pair-path.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { BreakNotice } from './BreakNotice.tsx';
import type { ClosedData } from './load-exchange.ts';
import { NearestPairs } from './NoPairPage.tsx';
import { useBreak } from './use-break.ts';

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
        <BreakNotice techBreak={currentBreak} place="within" />
      )}
      {nearest.length === 0 ? null : <p className="mt-8 mb-4">{t('exchange.no_pair.meanwhile')}</p>}
      <NearestPairs pairs={nearest} />
    </div>
  );
}
