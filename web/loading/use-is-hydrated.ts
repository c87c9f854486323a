import { useSyncExternalStore } from 'react';

const subscribeNever = () => () => undefined;

/** False on the server and during hydration, so that the first render equals the served page. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
