import { useSyncExternalStore } from 'react';

const never = () => () => undefined;
const inBrowser = (): boolean => typeof PublicKeyCredential === 'function';
const onServer = (): boolean => false;

/** Whether this browser knows passkeys at all: it needs a secure page, and scripts. */
export const useCanPasskeys = (): boolean => useSyncExternalStore(never, inBrowser, onServer);
