import { useState } from 'react';
import { useWords } from '#web/i18n/use-words.ts';
import { CoinBoard } from './CoinBoard.tsx';
import { type Coin, inPlace } from './coins.ts';
import { OldNotice, Source } from './Source.tsx';
import { useFresh } from './use-fresh.ts';

/** The oldest of what is shown says how old all of it is. */
const oldest = (coins: readonly Coin[]): Coin | undefined => coins.toSorted((a, b) => (a.as_of < b.as_of ? -1 : 1))[0];

/** The largest coins at a glance, renewed while somebody looks. */
export function CryptoScreen({ coins: first }: { readonly coins: readonly Coin[] }) {
  const { t, locale } = useWords();
  const [coins, setCoins] = useState(first);
  useFresh(async (signal) => {
    // Comes when it is first needed: the page begins without it
    const { askCoins } = await import('./ask-again.ts');
    const told = await askCoins(locale, signal);
    if (told !== undefined && !signal.aborted) setCoins((shown) => inPlace(shown, told));
  });
  const about = oldest(coins);
  return (
    <div className="mx-auto max-w-[72rem] px-3 py-8 sm:px-6 md:py-12">
      <h1 className="mb-2 px-1 text-2xl font-semibold sm:px-0">{t('crypto.title')}</h1>
      {about === undefined ? (
        <>
          <h2 className="mt-8 mb-2 text-lg font-semibold">{t('crypto.empty.title')}</h2>
          <p className="max-w-prose leading-7">{t('crypto.empty.text')}</p>
        </>
      ) : (
        <>
          <p className="mb-6 max-w-prose px-1 leading-7 text-muted sm:px-0">{t('crypto.lead')}</p>
          <OldNotice about={about} />
          <CoinBoard coins={coins} first={first} />
          <Source about={about} />
        </>
      )}
    </div>
  );
}
