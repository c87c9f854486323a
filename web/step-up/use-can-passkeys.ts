import { useSyncExternalStore } from 'react';

const noSubscription = () => () => undefined;
const inBrowser = (): boolean => typeof PublicKeyCredential === 'function';
const onServer = (): boolean => false;

/** Whether this browser supports passkeys; needs scripts and a secure page. */
export const useCanPasskeys = (): boolean => useSyncExternalStore(noSubscription, inBrowser, onServer);
