import { lazy, Suspense, useState } from 'react';
import { ensureMessages } from '#office/i18n/load-messages.ts';
import { useTranslation } from '#office/i18n/Translation.tsx';
import '#office/changes/ChangeDialog.css';

/** Comes with its words when it is first opened. */
const PriceHistory = lazy(async () => {
  const [{ PriceHistory: Component }] = await Promise.all([import('./PriceHistory.tsx'), ensureMessages('rate_history')]);
  return { default: Component };
});

/** What a symbol's price was, once somebody wants to see it. */
export function PriceHistoryPlace({ symbol }: { readonly symbol: string }) {
  const { t } = useTranslation();
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
