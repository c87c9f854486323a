import { useWords } from '#web/i18n/use-words.ts';
import { BreakNotice, useBreak } from './BreakNotice.tsx';
import type { Closed } from './load-exchange.ts';

/** A shop that takes no orders and has nothing to show yet, or a pair that is closed for a while: why, and until when. */
export function ClosedPage({ closed: { techBreak: found, pair } }: { readonly closed: Closed }) {
  const { t, to } = useWords();
  const present = useBreak(found, { pair, isRefused: false });
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="mb-6 text-2xl leading-8 font-semibold text-balance">
        {t(pair === null ? 'exchange.break.closed' : 'exchange.break.pair_closed')}
      </h1>
      {present === null ? (
        <a href={to(pair === null ? '/' : `/exchange/${pair.from}/${pair.to}`)} className="link">
          {t('exchange.break.open_again')}
        </a>
      ) : (
        <BreakNotice found={present} />
      )}
    </div>
  );
}
