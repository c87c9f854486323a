import { createContext } from 'react';

/** Asks for the second factor anew; true when it was given. Null where there is nobody to ask. */
export const AskFresh = createContext<(() => Promise<boolean>) | null>(null);
