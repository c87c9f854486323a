import { useState } from 'react';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { CoinBoard } from './CoinBoard.tsx';
import { type Coin, updateInPlace } from './coins.ts';
import { StaleNotice, Source } from './Source.tsx';
import { useRefresh } from './use-refresh.ts';

/** The coin with the oldest figures: their age is shown for the whole list. */
const oldest = (coins: readonly Coin[]): Coin | undefined => coins.toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1))[0];

/** The largest coins, refreshed while the page is visible. */
export function CryptoScreen({ coins: initialCoins }: { readonly coins: readonly Coin[] }) {
  const { t, locale } = useTranslation();
  const [coins, setCoins] = useState(initialCoins);
  useRefresh(async (signal) => {
    // Loaded on first use: the page starts without it
    const { fetchCoins } = await import('./fetch-coins.ts');
    const updates = await fetchCoins(locale, signal);
    if (updates !== undefined && !signal.aborted) setCoins((current) => updateInPlace(current, updates));
  });
  const oldestCoin = oldest(coins);
  return (
    <div className="mx-auto max-w-[72rem] px-3 py-8 sm:px-6 md:py-12">
      <h1 className="mb-2 px-1 text-2xl font-semibold sm:px-0">{t('crypto.title')}</h1>
      {oldestCoin === undefined ? (
        <>
          <h2 className="mt-8 mb-2 text-lg font-semibold">{t('crypto.empty.title')}</h2>
          <p className="max-w-prose leading-7">{t('crypto.empty.text')}</p>
        </>
      ) : (
        <>
          <p className="mb-6 max-w-prose px-1 leading-7 text-muted sm:px-0">{t('crypto.lead')}</p>
          <StaleNotice figures={oldestCoin} />
          <CoinBoard coins={coins} initialCoins={initialCoins} />
          <Source figures={oldestCoin} />
        </>
      )}
    </div>
  );
}
