import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { browserTransport } from '#web/api/browser-transport.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';
import { whenIdle } from '#web/loading/when-idle.ts';
import type { loader as rootLoader } from '#web/root.tsx';
import type { SavedWallet } from '#web/requisites/fetch-wallets.ts';
import type { Side, System } from '#web/catalogue/systems.ts';

/** Whether the customer was signed in when the page was served. */
export const useIsSignedIn = (): boolean => useRouteLoaderData<typeof rootLoader>('root')?.isSignedIn === true;

/** Saved requisites, masked; loaded when idle because the page itself is cached for everyone. Empty unless signed in. */
export function useSavedWallets(): readonly SavedWallet[] {
  const { locale } = useTranslation();
  const isSignedIn = useIsSignedIn();
  const [wallets, setWallets] = useState<readonly SavedWallet[]>([]);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    return whenIdle(() => {
      const load = async () => {
        const { fetchWallets } = await retryUntilLoaded(() => import('#web/requisites/fetch-wallets.ts'));
        setWallets(await fetchWallets(browserTransport(locale)));
      };
      void load();
    });
  }, [isSignedIn, locale]);
  return wallets;
}

/** Saved requisites usable for a side of the pair. */
export const walletsFor = (wallets: readonly SavedWallet[], side: Side, system: System): readonly SavedWallet[] =>
  wallets.filter((wallet) => wallet.side === side && wallet.payment_system_id === system.id);
