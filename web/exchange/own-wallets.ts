import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { retryUntilLoaded } from '#web/shell/late-parts.ts';
import { whenIdle } from '#web/shell/when-idle.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import type { OwnWallet } from './ask-wallets.ts';
import type { Side, System } from './systems.ts';

/** Whether somebody is signed in, as the page was served. */
export const useIsSignedIn = (): boolean => useRouteLoaderData<typeof rootLoader>('root')?.isSignedIn === true;

/** What somebody has kept, masked; fetched once the page has come to rest, and nothing where nobody is signed in: the page itself is everybody's. */
export function useOwnWallets(): readonly OwnWallet[] {
  const { locale } = useWords();
  const isSignedIn = useIsSignedIn();
  const [wallets, setWallets] = useState<readonly OwnWallet[]>([]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    return whenIdle(() => {
      const ask = async () => {
        const { askWallets } = await retryUntilLoaded(() => import('./ask-wallets.ts'));
        setWallets(await askWallets(browserTransport(locale)));
      };
      void ask();
    });
  }, [isSignedIn, locale]);
  return wallets;
}

/** Those that fit a side of the pair. */
export const fitting = (wallets: readonly OwnWallet[], side: Side, system: System): readonly OwnWallet[] =>
  wallets.filter((wallet) => wallet.side === side && wallet.payment_system_id === system.id);
