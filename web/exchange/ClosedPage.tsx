import type { TechBreak } from '#contract/public-notice.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { BreakNotice, useBreak } from './BreakNotice.tsx';

/** A shop that takes no orders and has nothing to show yet. */
export function ClosedPage({ found }: { readonly found: TechBreak }) {
  const { t, to } = useWords();
  const present = useBreak(found);
  return (
    <div className="mx-auto max-w-2xl px-4 py-12 sm:px-6">
      <h1 className="mb-6 text-2xl leading-8 font-semibold text-balance">{t('exchange.break.closed')}</h1>
      {present === null ? (
        <a href={to('/')} className="link">
          {t('exchange.break.open_again')}
        </a>
      ) : (
        <BreakNotice found={present} />
      )}
    </div>
  );
}
