import { createContext } from 'react';

/** Asks whoever sits there to prove that it is he; true when he has. Null where there is nobody to ask. */
export const AskFresh = createContext<(() => Promise<boolean>) | null>(null);
