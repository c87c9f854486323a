import { createContext } from 'react';

/** Asks the user for a fresh proof of identity; true when it was given. Null where no dialog is available. */
export const StepUpContext = createContext<(() => Promise<boolean>) | null>(null);
