import { pairPath } from '#core/pair-path.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { BreakNotice } from './BreakNotice.tsx';
import type { Closed } from './load-exchange.ts';
import { NearPairs } from './NoPairPage.tsx';
import { useBreak } from './use-break.ts';

/** `techBreak` null: orders are taken. */
type ClosedProps = Omit<Closed, 'kind' | 'techBreak'> & { readonly techBreak: Closed['techBreak'] | null };

/** A shop that takes no orders and has nothing to show yet, or a pair that is closed for a while: why, and until when. */
export function ClosedPage({ closed: { techBreak: found, pair, nearest } }: { readonly closed: ClosedProps }) {
  const { t, to } = useWords();
  const present = useBreak(found, { pair, isRefused: false });
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="mb-6 text-2xl leading-8 font-semibold text-balance">
        {t(present === null ? 'exchange.break.open' : pair === null ? 'exchange.break.closed' : 'exchange.break.pair_closed')}
      </h1>
      {present === null ? (
        <a href={to(pair === null ? '/' : pairPath(pair.from, pair.to))} className="link">
          {t('exchange.break.open_again')}
        </a>
      ) : (
        <BreakNotice found={present} place="within" />
      )}
      {nearest.length === 0 ? null : <p className="mt-8 mb-4">{t('exchange.no_pair.meanwhile')}</p>}
      <NearPairs pairs={nearest} />
    </div>
  );
}
