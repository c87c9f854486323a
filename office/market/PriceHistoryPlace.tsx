import { lazy, Suspense, useState } from 'react';
import { needWords } from '#office/words/load-words.ts';
import { useWords } from '#office/words/Words.tsx';

/** Comes with its words when it is first opened. */
const PriceHistory = lazy(async () => {
  const [{ PriceHistory: Component }] = await Promise.all([import('./PriceHistory.tsx'), needWords('rate_history')]);
  return { default: Component };
});

/** What a symbol's price was, once somebody wants to see it. */
export function PriceHistoryPlace({ symbol }: { readonly symbol: string }) {
  const { t } = useWords();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="change-file" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{t('rates.market.history')}</summary>
      <div className="chart-place">
        {isOpen ? (
          <Suspense>
            <PriceHistory symbol={symbol} />
          </Suspense>
        ) : null}
      </div>
    </details>
  );
}
