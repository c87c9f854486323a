import { createContext } from 'react';

/** Nonce of the response's content security policy; empty in the browser, where it is no longer needed. */
export const NonceContext = createContext<string | undefined>(undefined);
