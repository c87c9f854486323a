import { createContext } from 'react';

/** Asks for the second factor again; true when it was given. Null outside of the prompt. */
export const FreshFactorContext = createContext<(() => Promise<boolean>) | null>(null);
